// A Dockerfile by dockerfile-utils and dockerfile-ast: node dockerfile.js FILE prints { findings, instructions } as JSON.
const fs = require('fs');
const { validate } = require('dockerfile-utils');
const { DockerfileParser } = require('dockerfile-ast');

const text = fs.readFileSync(process.argv[2], 'utf8');
const findings = validate(text).map(({ range, message }) => `line ${range.start.line + 1}: ${message}`);
const instructions = DockerfileParser.parse(text).getInstructions()
  .map((one) => ({ keyword: one.getKeyword(), arguments: one.getRawArgumentsContent() ?? '' }));
process.stdout.write(JSON.stringify({ findings, instructions }));
