// Reads a topic with @confluentinc/kafka-javascript: node confluent_kafka_javascript.mjs SERVERS TOPIC GROUP
import confluent from '@confluentinc/kafka-javascript'
import { show } from './lines.mjs'

const [servers, topic, group] = process.argv.slice(2)
const kafka = new confluent.KafkaJS.Kafka({ kafkaJS: { brokers: servers.split(',') } })
const consumer = kafka.consumer({
  kafkaJS: {
    groupId: group,
    fromBeginning: true,
    autoCommitInterval: 500
  }
})
await consumer.connect()
await consumer.subscribe({ topic })
await consumer.run({
  eachMessage: async ({ message }) => show(message.offset, message.key, message.value, Object.entries(message.headers ?? {}))
})
