// Reads a topic with kafka-go: go run ./kafkago SERVERS TOPIC GROUP [default]
package main

import (
	"context"
	"log"
	"os"
	"strings"
	"time"

	"github.com/segmentio/kafka-go"

	lines "velella/readers"
)

func main() {
	config := kafka.ReaderConfig{
		Brokers:        strings.Split(os.Args[1], ","),
		Topic:          os.Args[2],
		GroupID:        os.Args[3],
		StartOffset:    kafka.FirstOffset,
		CommitInterval: 500 * time.Millisecond,
	}
	if len(os.Args) == 4 {
		config.IsolationLevel = kafka.ReadCommitted
	}
	reader := kafka.NewReader(config)
	for {
		message, err := reader.ReadMessage(context.Background())
		if err != nil {
			log.Fatal(err)
		}
		var headers []lines.Header
		for _, header := range message.Headers {
			headers = append(headers, lines.Header{Name: header.Key, Value: header.Value})
		}
		lines.Show(message.Offset, message.Key, message.Value, headers)
	}
}
