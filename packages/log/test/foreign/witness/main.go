// transparency-dev's witness behind its own HTTP handler, with an Ed25519 and an ML-DSA-44 key, for one log. Says its keys and
// its address on the first line.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"

	fnote "github.com/transparency-dev/formats/note"
	"github.com/transparency-dev/witness/persistence/inmemory"
	"github.com/transparency-dev/witness/witness"
	"golang.org/x/mod/sumdb/note"
)

func main() {
	if err := serve(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(origin, vkey string) error {
	log, err := fnote.NewVerifier(vkey)
	if err != nil {
		return err
	}
	classicKey, classicVkey, err := note.GenerateKey(nil, "foreign.example/witness")
	if err != nil {
		return err
	}
	classic, err := fnote.NewSignerForCosignatureV1(classicKey)
	if err != nil {
		return err
	}
	if classicVkey, err = fnote.VKeyToCosignatureV1(classicVkey); err != nil {
		return err
	}
	quantumKey, quantumVkey, err := fnote.GenerateMLDSAKey("foreign.example/witness")
	if err != nil {
		return err
	}
	quantum, err := fnote.NewMLDSASigner(quantumKey)
	if err != nil {
		return err
	}
	w, err := witness.New(context.Background(), witness.Opts{
		Persistence: inmemory.New(),
		Signers:     []note.Signer{classic, quantum},
		VerifierForLog: func(_ context.Context, asked string) (note.Verifier, bool, error) {
			return log, asked == origin, nil
		},
	})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	err = json.NewEncoder(os.Stdout).Encode(map[string]any{
		"url": "http://" + listener.Addr().String(), "vkeys": []string{classicVkey, quantumVkey},
	})
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /add-checkpoint", witness.NewHTTPHandler(w).AddCheckpoint)
	return http.Serve(listener, mux)
}
