// transparency-dev's client of witnesses: asks the one at an address, and says what it heard.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"

	client "github.com/transparency-dev/witness/client/http"
	"github.com/transparency-dev/witness/witness"
)

func main() {
	var in []struct {
		OldSize    uint64
		Checkpoint string
		Proof      [][]byte
	}
	if err := json.NewDecoder(os.Stdin).Decode(&in); err != nil {
		fail(err)
	}
	address, err := url.Parse(os.Args[1])
	if err != nil {
		fail(err)
	}
	w := client.NewWitness(address, http.DefaultClient)
	type heard struct {
		Lines string
		Size  uint64
		Error string
	}
	out := []heard{}
	for _, each := range in {
		lines, size, err := w.Update(context.Background(), each.OldSize, []byte(each.Checkpoint), each.Proof)
		out = append(out, heard{string(lines), size, nameOf(err)})
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		fail(err)
	}
}

func nameOf(err error) string {
	known := map[string]error{
		"stale": witness.ErrCheckpointStale, "unknown_log": witness.ErrUnknownLog, "no_signature": witness.ErrNoValidSignature,
		"old_size": witness.ErrOldSizeInvalid, "proof": witness.ErrInvalidProof, "root": witness.ErrRootMismatch,
	}
	if err == nil {
		return ""
	}
	for name, each := range known {
		if errors.Is(err, each) {
			return name
		}
	}
	return err.Error()
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
