// Reads a topic with @platformatic/kafka: node platformatic.mjs SERVERS TOPIC GROUP
import { Consumer } from '@platformatic/kafka'
import { show } from './lines.mjs'

const [servers, topic, group] = process.argv.slice(2)
const consumer = new Consumer({ groupId: group, clientId: 'reader', bootstrapBrokers: servers.split(',') })
const stream = await consumer.consume({
  topics: [topic],
  mode: 'committed',
  fallbackMode: 'earliest',
  autocommit: 500
})
for await (const message of stream) {
  show(message.offset, message.key, message.value, [...message.headers])
}
