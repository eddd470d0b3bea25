// Reads a topic with sarama: go run ./sarama SERVERS TOPIC GROUP [default]
package main

import (
	"context"
	"log"
	"os"
	"strings"
	"time"

	"github.com/IBM/sarama"

	lines "velella/readers"
)

type reader struct{}

func (reader) Setup(sarama.ConsumerGroupSession) error   { return nil }
func (reader) Cleanup(sarama.ConsumerGroupSession) error { return nil }

func (reader) ConsumeClaim(session sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for message := range claim.Messages() {
		var headers []lines.Header
		for _, header := range message.Headers {
			headers = append(headers, lines.Header{Name: string(header.Key), Value: header.Value})
		}
		lines.Show(message.Offset, message.Key, message.Value, headers)
		session.MarkMessage(message, "")
	}
	return nil
}

func main() {
	config := sarama.NewConfig()
	config.Consumer.Offsets.Initial = sarama.OffsetOldest
	config.Consumer.Offsets.AutoCommit.Interval = 500 * time.Millisecond
	if len(os.Args) == 4 {
		config.Consumer.IsolationLevel = sarama.ReadCommitted
	}
	group, err := sarama.NewConsumerGroup(strings.Split(os.Args[1], ","), os.Args[3], config)
	if err != nil {
		log.Fatal(err)
	}
	for {
		if err := group.Consume(context.Background(), []string{os.Args[2]}, reader{}); err != nil {
			log.Fatal(err)
		}
	}
}
