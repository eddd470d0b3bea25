// Reads a topic with franz-go: go run ./franz SERVERS TOPIC GROUP [default]
package main

import (
	"context"
	"log"
	"os"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	lines "velella/readers"
)

func main() {
	options := []kgo.Opt{
		kgo.SeedBrokers(strings.Split(os.Args[1], ",")...),
		kgo.ConsumeTopics(os.Args[2]),
		kgo.ConsumerGroup(os.Args[3]),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
		kgo.AutoCommitInterval(500 * time.Millisecond),
	}
	if len(os.Args) == 4 {
		options = append(options, kgo.FetchIsolationLevel(kgo.ReadCommitted()))
	}
	client, err := kgo.NewClient(options...)
	if err != nil {
		log.Fatal(err)
	}
	for {
		fetches := client.PollFetches(context.Background())
		fetches.EachError(func(_ string, _ int32, err error) { log.Fatal(err) })
		fetches.EachRecord(func(record *kgo.Record) {
			var headers []lines.Header
			for _, header := range record.Headers {
				headers = append(headers, lines.Header{Name: header.Key, Value: header.Value})
			}
			lines.Show(record.Offset, record.Key, record.Value, headers)
		})
	}
}
