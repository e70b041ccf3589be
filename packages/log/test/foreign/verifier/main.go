// What Go's own implementations of the formats make of a log, and a log that they made: Go's sumdb (tlog, note), torchwood and
// transparency-dev's formats and merkle. Each command reads files of a directory and fails, or says what it saw.
package main

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"filippo.io/torchwood"
	fnote "github.com/transparency-dev/formats/note"
	fproof "github.com/transparency-dev/formats/proof"
	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func main() {
	commands := map[string]func(dir string, input []byte) (any, error){
		"follow": follow, "proofs": proofs, "notes": notes, "verify": verify, "make": makeLog, "sign": sign,
	}
	run, ok := commands[os.Args[1]]
	if !ok {
		fail(fmt.Errorf("no command %q", os.Args[1]))
	}
	input, err := os.ReadFile(filepath.Join(os.Args[2], "input.json"))
	if err != nil {
		fail(err)
	}
	output, err := run(os.Args[2], input)
	if err != nil {
		fail(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(output); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// treeIn opens a directory of tiles at the tree of its checkpoint, whose signature is verified.
func treeIn(dir, vkey string) (tlog.Tree, torchwood.TileReader, error) {
	verifier, err := note.NewVerifier(vkey)
	if err != nil {
		return tlog.Tree{}, nil, err
	}
	signed, err := os.ReadFile(filepath.Join(dir, "checkpoint"))
	if err != nil {
		return tlog.Tree{}, nil, err
	}
	opened, err := note.Open(signed, note.VerifierList(verifier))
	if err != nil {
		return tlog.Tree{}, nil, err
	}
	checkpoint, err := torchwood.ParseCheckpoint(opened.Text)
	if err != nil {
		return tlog.Tree{}, nil, err
	}
	reader, err := torchwood.NewTileFS(os.DirFS(dir))
	return checkpoint.Tree, reader, err
}

// follow is torchwood's monitor: it reads every entry, each held against the tree.
func follow(dir string, input []byte) (any, error) {
	var in struct{ Vkey string }
	if err := json.Unmarshal(input, &in); err != nil {
		return nil, err
	}
	tree, reader, err := treeIn(dir, in.Vkey)
	if err != nil {
		return nil, err
	}
	client, err := torchwood.NewClient(reader)
	if err != nil {
		return nil, err
	}
	digest := sha256.New()
	count := int64(0)
	for index, entry := range client.AllEntries(context.Background(), tree, 0) {
		if index != count {
			return nil, fmt.Errorf("entry %d came as %d", index, count)
		}
		digest.Write(entry)
		count++
	}
	if err := client.Err(); err != nil {
		return nil, err
	}
	return map[string]any{"count": count, "digest": hex.EncodeToString(digest.Sum(nil))}, nil
}

// proofs makes Go's own proofs from the tiles, verifies ours twice over, and says its own.
func proofs(dir string, input []byte) (any, error) {
	var in struct {
		Vkey      string
		Inclusion []struct {
			Index, Size int64
			Hashes      [][]byte
		}
		Consistency []struct {
			From, To int64
			Hashes   [][]byte
		}
	}
	if err := json.Unmarshal(input, &in); err != nil {
		return nil, err
	}
	tree, reader, err := treeIn(dir, in.Vkey)
	if err != nil {
		return nil, err
	}
	hashes := torchwood.TileHashReaderWithContext(context.Background(), tree, reader)
	out := struct{ Inclusion, Consistency [][][]byte }{}
	for _, each := range in.Inclusion {
		root, err := tlog.TreeHash(each.Size, hashes)
		if err != nil {
			return nil, err
		}
		theirs, err := tlog.ProveRecord(each.Size, each.Index, hashes)
		if err != nil {
			return nil, err
		}
		leaf, err := hashes.ReadHashes([]int64{tlog.StoredHashIndex(0, each.Index)})
		if err != nil {
			return nil, err
		}
		err = proof.VerifyInclusion(rfc6962.DefaultHasher, uint64(each.Index), uint64(each.Size), leaf[0][:], each.Hashes, root[:])
		if err != nil {
			return nil, fmt.Errorf("leaf %d of %d: %w", each.Index, each.Size, err)
		}
		out.Inclusion = append(out.Inclusion, plain(theirs))
	}
	for _, each := range in.Consistency {
		older, err := tlog.TreeHash(each.From, hashes)
		if err != nil {
			return nil, err
		}
		newer, err := tlog.TreeHash(each.To, hashes)
		if err != nil {
			return nil, err
		}
		theirs, err := tlog.ProveTree(each.To, each.From, hashes)
		if err != nil {
			return nil, err
		}
		err = proof.VerifyConsistency(rfc6962.DefaultHasher, uint64(each.From), uint64(each.To), each.Hashes, older[:], newer[:])
		if err != nil {
			return nil, fmt.Errorf("from %d to %d: %w", each.From, each.To, err)
		}
		out.Consistency = append(out.Consistency, plain(theirs))
	}
	return out, nil
}

func plain(hashes []tlog.Hash) [][]byte {
	out := [][]byte{}
	for _, hash := range hashes {
		out = append(out, hash[:])
	}
	return out
}

// notes verifies a note's signatures with each key, by whoever implements its kind; false for one that does not verify.
func notes(_ string, input []byte) (any, error) {
	var in []struct{ Vkey, Note string }
	if err := json.Unmarshal(input, &in); err != nil {
		return nil, err
	}
	out := []bool{}
	for _, each := range in {
		verifier, err := verifierOf(each.Vkey)
		if err != nil {
			return nil, err
		}
		opened, err := note.Open([]byte(each.Note), note.VerifierList(verifier))
		out = append(out, err == nil && len(opened.Sigs) == 1)
	}
	return out, nil
}

func verifierOf(vkey string) (note.Verifier, error) {
	if verifier, err := note.NewVerifier(vkey); err == nil {
		return verifier, nil
	}
	if verifier, err := torchwood.NewCosignatureVerifier(vkey); err == nil {
		return verifier, nil
	}
	return fnote.NewMLDSAVerifier(vkey)
}

// sign signs a text with private keys that came as text, each by whoever implements its kind.
func sign(_ string, input []byte) (any, error) {
	var in struct {
		Text string
		Keys []string
	}
	if err := json.Unmarshal(input, &in); err != nil {
		return nil, err
	}
	signers := []note.Signer{}
	for _, key := range in.Keys {
		signer, err := note.NewSigner(key)
		if err != nil {
			signer, err = fnote.NewSignerForCosignatureV1(key)
		}
		if err != nil {
			return nil, err
		}
		signers = append(signers, signer)
	}
	signed, err := note.Sign(&note.Note{Text: in.Text}, signers...)
	return string(signed), err
}

// verify holds proof files against a policy, as torchwood does, and reads them as transparency-dev does.
func verify(_ string, input []byte) (any, error) {
	var in struct {
		Policy string
		Proofs []struct {
			Entry []byte
			Proof string
		}
	}
	if err := json.Unmarshal(input, &in); err != nil {
		return nil, err
	}
	policy, err := torchwood.ParsePolicy([]byte(in.Policy))
	if err != nil {
		return nil, err
	}
	out := []bool{}
	for _, each := range in.Proofs {
		var read fproof.TLogProof
		readable := read.Unmarshal([]byte(each.Proof)) == nil && string(read.Marshal()) == each.Proof
		err := torchwood.VerifyProof(policy, tlog.RecordHash(each.Entry), []byte(each.Proof))
		out = append(out, readable && err == nil)
	}
	return out, nil
}

// makeLog writes a log of Go's: tiles and bundles, a checkpoint with signatures of every kind, and proof files for some entries.
func makeLog(dir string, input []byte) (any, error) {
	var in struct {
		Origin  string
		Entries [][]byte
		Proofs  []int64
	}
	if err := json.Unmarshal(input, &in); err != nil {
		return nil, err
	}
	hashes := memory{}
	bundles := [][]byte{}
	for index, entry := range in.Entries {
		stored, err := tlog.StoredHashes(int64(index), entry, &hashes)
		if err != nil {
			return nil, err
		}
		hashes = append(hashes, stored...)
		if index%torchwood.TileWidth == 0 {
			bundles = append(bundles, nil)
		}
		last := len(bundles) - 1
		if bundles[last], err = torchwood.AppendTileEntry(bundles[last], entry); err != nil {
			return nil, err
		}
	}
	size := int64(len(in.Entries))
	for _, tile := range tlog.NewTiles(torchwood.TileHeight, 0, size) {
		data, err := tlog.ReadTileData(tile, &hashes)
		if err != nil {
			return nil, err
		}
		if err := save(dir, torchwood.TilePath(tile), data); err != nil {
			return nil, err
		}
	}
	for index, bundle := range bundles {
		width := min(torchwood.TileWidth, len(in.Entries)-index*torchwood.TileWidth)
		tile := tlog.Tile{H: torchwood.TileHeight, L: -1, N: int64(index), W: width}
		if err := save(dir, torchwood.TilePath(tile), bundle); err != nil {
			return nil, err
		}
	}
	signed, vkeys, err := signAll(in.Origin, size, &hashes)
	if err != nil {
		return nil, err
	}
	files := []string{}
	for _, index := range in.Proofs {
		inclusion, err := tlog.ProveRecord(size, index, &hashes)
		if err != nil {
			return nil, err
		}
		files = append(files, string(torchwood.FormatProof(index, inclusion, signed)))
	}
	return map[string]any{"checkpoint": string(signed), "vkeys": vkeys, "proofs": files}, nil
}

// signAll signs as a log with Ed25519, and cosigns with torchwood's Ed25519 and transparency-dev's ML-DSA-44.
func signAll(origin string, size int64, hashes tlog.HashReader) ([]byte, []string, error) {
	root, err := tlog.TreeHash(size, hashes)
	if err != nil {
		return nil, nil, err
	}
	skey, vkey, err := note.GenerateKey(nil, origin)
	if err != nil {
		return nil, nil, err
	}
	log, err := note.NewSigner(skey)
	if err != nil {
		return nil, nil, err
	}
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		return nil, nil, err
	}
	timed, err := torchwood.NewCosignatureSigner("w.example/timed", private)
	if err != nil {
		return nil, nil, err
	}
	quantumKey, quantumVkey, err := fnote.GenerateMLDSAKey("w.example/quantum")
	if err != nil {
		return nil, nil, err
	}
	quantum, err := fnote.NewMLDSASigner(quantumKey)
	if err != nil {
		return nil, nil, err
	}
	text := fmt.Sprintf("%s\n%d\n%s\n", origin, size, base64.StdEncoding.EncodeToString(root[:]))
	signed, err := note.Sign(&note.Note{Text: text}, log, timed, quantum)
	return signed, []string{vkey, timed.Verifier().String(), quantumVkey}, err
}

func save(dir, path string, data []byte) error {
	file := filepath.Join(dir, path)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}

// memory holds the hashes of a log that is being made.
type memory []tlog.Hash

func (m *memory) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, 0, len(indexes))
	for _, index := range indexes {
		out = append(out, (*m)[index])
	}
	return out, nil
}
