// Cards of Teams messages by the Adaptive Cards library: node adaptive-cards.js FILE... prints [{ message }], one for each thing that the
// library refuses or leaves out at the version that the card names.
const fs = require('fs');
const path = require('path');
const { AdaptiveCard, SerializationContext, Version } = require('adaptivecards/dist/adaptivecards.js');

const check = (card) => {
  const context = new SerializationContext(Version.parse(card.version, new SerializationContext()));
  const parsed = new AdaptiveCard();
  parsed.parse(card, context);
  const events = Array.from({ length: context.eventCount }, (_, i) => context.getEventAt(i));
  return [...events, ...parsed.validateProperties().validationEvents].map(({ message }) => message);
};

const findings = process.argv.slice(2).flatMap((file) => JSON.parse(fs.readFileSync(file, 'utf8')).attachments
  .flatMap(({ content }) => check(content))
  .map((message) => ({ message: `${path.basename(file)}: ${message}` })));
process.stdout.write(JSON.stringify(findings));
