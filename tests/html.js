// Documents by html-validate's rules for the HTML standard: node html.js FILE... prints [{ message }].
const path = require('path');
const { FileSystemConfigLoader, HtmlValidate } = require('html-validate');

const validator = new HtmlValidate(new FileSystemConfigLoader({ root: true, extends: ['html-validate:standard'] }));
(async () => {
  const { results } = await validator.validateMultipleFiles(process.argv.slice(2));
  process.stdout.write(JSON.stringify(results.flatMap(({ filePath, messages }) => messages.map(({ line, message, ruleId }) =>
    ({ message: `${path.basename(filePath)}:${line}: ${message} (${ruleId})` })))));
})();
