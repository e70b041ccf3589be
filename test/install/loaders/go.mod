module loaders

go 1.26.5

require google.golang.org/adk/v2 v2.2.0

require gopkg.in/yaml.v3 v3.0.1 // indirect
