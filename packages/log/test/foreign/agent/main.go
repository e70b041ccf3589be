// An SSH agent with one new Ed25519 key, where litewitness looks for its own. Says the key's fingerprint and the verifier key.
package main

import (
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"net"
	"os"

	"filippo.io/torchwood"
	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
)

func main() {
	if err := serve(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(socket, name string) error {
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		return err
	}
	keyring := agent.NewKeyring()
	if err := keyring.Add(agent.AddedKey{PrivateKey: private}); err != nil {
		return err
	}
	public, err := ssh.NewPublicKey(private.Public())
	if err != nil {
		return err
	}
	cosigner, err := torchwood.NewCosignatureSigner(name, private)
	if err != nil {
		return err
	}
	listener, err := net.Listen("unix", socket)
	if err != nil {
		return err
	}
	err = json.NewEncoder(os.Stdout).Encode(map[string]string{
		"fingerprint": ssh.FingerprintSHA256(public), "vkey": cosigner.Verifier().String(),
	})
	if err != nil {
		return err
	}
	for {
		conn, err := listener.Accept()
		if err != nil {
			return err
		}
		go agent.ServeAgent(keyring, conn)
	}
}
