// The skills that a framework for agents makes of a folder of skills: `loaders FRAMEWORK FOLDER`. Prints one JSON object,
// name -> description, as the framework hands them to a model.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"google.golang.org/adk/v2/tool/skilltoolset/skill"
)

func main() {
	source := skill.NewFileSystemSource(os.DirFS(os.Args[2]))
	found, err := source.ListFrontmatters(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	names := map[string]string{}
	for _, one := range found {
		names[one.Name] = one.Description
	}
	if err := json.NewEncoder(os.Stdout).Encode(names); err != nil {
		log.Fatal(err)
	}
}
