// Azurite that ends with whoever started it: its standard input closes with them, even when they are killed.
process.stdin.on('end', () => process.exit(0)).resume();

// Its store in an SQL database and its telemetry, neither of which a test uses, are half of what a start costs.
const Module = require('module');
const load = Module._load;
const unused = { sequelize: { Model: class {} }, applicationinsights: {} };
Module._load = (name, ...rest) => unused[name] ?? load(name, ...rest);

// Azurite's tables look at every row for every query, so a large table would measure nothing else. A query of one partition begins with that partition's rows
// here, which Azurite keeps an index of, and with the range of their keys; its own filter, order and pages still follow.
const Store = require('azurite/dist/src/table/persistence/LokiTableMetadataStore').default;
const query = Store.prototype.queryTableEntities;
const range = /^PartitionKey eq '([^']*)' and RowKey ge '([^']*)' and RowKey lt '([^']*)'/;
Store.prototype.queryTableEntities = function (context, account, table, options, ...next) {
  const match = range.exec(options.filter ?? '');
  if (!match) return query.call(this, context, account, table, options, ...next);
  const [, partition, from, before] = match;
  const narrowed = Object.create(this);
  narrowed.getEntityCollection = (...names) => ({
    chain: () => this.getEntityCollection(...names).chain().find({ PartitionKey: partition }).where((row) => row.RowKey >= from && row.RowKey < before),
  });
  return query.call(narrowed, context, account, table, options, ...next);
};

require('azurite/dist/src/azurite.js');
