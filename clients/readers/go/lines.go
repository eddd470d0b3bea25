// Package lines is the output of the readers in Go: one object of JSON a line, with bytes in hexadecimal.
package lines

import (
	"encoding/hex"
	"encoding/json"
	"os"
)

// Header is a name with its value; nil if it is null.
type Header struct {
	Name  string
	Value []byte
}

type record struct {
	Offset  int64   `json:"offset"`
	Key     *string `json:"key"`
	Value   *string `json:"value"`
	Headers [][]any `json:"headers"`
}

func text(bytes []byte) *string {
	if bytes == nil {
		return nil
	}
	digits := hex.EncodeToString(bytes)
	return &digits
}

// Show prints a record.
func Show(offset int64, key, value []byte, headers []Header) {
	shown := record{offset, text(key), text(value), [][]any{}}
	for _, header := range headers {
		shown.Headers = append(shown.Headers, []any{header.Name, text(header.Value)})
	}
	if err := json.NewEncoder(os.Stdout).Encode(shown); err != nil {
		panic(err)
	}
}
