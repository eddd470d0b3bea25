#!/bin/bash
# Kafka's tool for topics, under the name and with the arguments that it has in the official image.
exec java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '/opt/kafka/libs/*' org.apache.kafka.tools.TopicCommand "$@"
