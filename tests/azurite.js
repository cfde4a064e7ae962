// Queues and tables of Azurite in one process that ends with whoever started it: its standard input closes with them, even when they are
// killed. For every line that it reads there it starts two more services with data of their own, and prints their addresses in a line, that
// of the queues first; the same line closes them.
//
//   node azurite.js                                in memory, on free ports
//   node azurite.js FOLDER QUEUE-PORT TABLE-PORT   with data in a folder; 0 = a free port

// Its store in an SQL database and its telemetry, neither of which a test uses, are half of what a start costs.
const Module = require('module');
const load = Module._load;
const unused = { sequelize: { Model: class {} }, applicationinsights: {} };
Module._load = (name, ...rest) => unused[name] ?? load(name, ...rest);

// Azurite's tables look through a whole partition for one row, and through every row for a query, so a large table would measure nothing
// else. Here each table has an index of its keys, by which one row is found at once, and a query of a range of one partition begins with
// the rows of that range; its own filter, order and pages still follow.
const Store = require('azurite/dist/src/table/persistence/LokiTableMetadataStore').default;
const indexes = new WeakMap();

class KeyIndex {
  constructor(collection) {
    this.partitions = new Map();
    collection.data.forEach((row) => this.set(row));
    collection.on(['insert', 'update'], (row) => this.set(row));
    collection.on('delete', ({ PartitionKey, RowKey }) => this.remove(PartitionKey, RowKey));
  }

  find({ PartitionKey, RowKey }) {
    return this.partitions.get(PartitionKey)?.rows.get(RowKey) ?? null;
  }

  // The rows of [from, before), in the order of their keys.
  list(partition, from, before) {
    const { keys, rows } = this.partitions.get(partition) ?? { keys: [], rows: new Map() };
    return keys.slice(findPlace(keys, from), findPlace(keys, before)).map((key) => rows.get(key));
  }

  set(row) {
    const { PartitionKey, RowKey } = row;
    if (!this.partitions.has(PartitionKey)) this.partitions.set(PartitionKey, { keys: [], rows: new Map() });
    const { keys, rows } = this.partitions.get(PartitionKey);
    if (!rows.has(RowKey)) keys.splice(findPlace(keys, RowKey), 0, RowKey);
    rows.set(RowKey, row);
  }

  remove(partition, key) {
    const { keys, rows } = this.partitions.get(partition);
    keys.splice(findPlace(keys, key), 1);
    rows.delete(key);
  }
}

function findPlace(keys, key) {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys[middle] < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

const getEntityCollection = Store.prototype.getEntityCollection;
Store.prototype.getEntityCollection = function (...names) {
  const collection = getEntityCollection.apply(this, names);
  if (!indexes.has(collection)) {
    const index = new KeyIndex(collection);
    indexes.set(collection, index);
    collection.findOne = (keys) => index.find(keys);
  }
  return collection;
};

const query = Store.prototype.queryTableEntities;
const range = /^PartitionKey eq '([^']*)' and RowKey ge '([^']*)' and RowKey lt '([^']*)'/;
Store.prototype.queryTableEntities = function (context, account, table, options, ...next) {
  const match = range.exec(options.filter ?? '');
  if (!match) return query.call(this, context, account, table, options, ...next);
  const [, partition, from, before] = match;
  const narrowed = Object.create(this);
  narrowed.getEntityCollection = (...names) => {
    const collection = this.getEntityCollection(...names);
    return {
      chain: () => {
        const found = collection.chain();
        found.filteredrows = indexes.get(collection).list(partition, from, before).map((row) => collection.get(row.$loki, true)[1]);
        found.filterInitialized = true;
        return found;
      },
    };
  };
  return query.call(narrowed, context, account, table, options, ...next);
};

const { default: QueueConfiguration } = require('azurite/dist/src/queue/QueueConfiguration');
const { default: QueueServer } = require('azurite/dist/src/queue/QueueServer');
const { default: TableConfiguration } = require('azurite/dist/src/table/TableConfiguration');
const { default: TableServer } = require('azurite/dist/src/table/TableServer');
const path = require('path');

const [folder, queuePort = 0, tablePort = 0] = process.argv.slice(2);
const host = '127.0.0.1';
const running = new Map();

async function start() {
  const at = (name) => path.join(folder ?? '', name);
  const extents = [{ locationId: 'Default', locationPath: at('__queuestorage__'), maxConcurrency: 1 }];
  // After the stores: access log and its stream, debug log and its file, loose, without checks of API versions, no TLS, no OAuth.
  const queues = new QueueServer(
    new QueueConfiguration(host, Number(queuePort), 5, at('__azurite_db_queue__.json'), at('__azurite_db_queue_extent__.json'), extents,
      false, undefined, false, undefined, false, true, undefined, undefined, undefined, undefined, false, !folder),
  );
  const tables = new TableServer(
    new TableConfiguration(host, Number(tablePort), 5, at('__azurite_db_table__.json'), false, false, undefined, undefined,
      false, true, undefined, undefined, undefined, undefined, false, !folder),
  );
  await Promise.all([queues.start(), tables.start()]);
  const started = `${queues.getHttpServerAddress()} ${tables.getHttpServerAddress()}`;
  running.set(started, [queues, tables]);
  console.log(started);
}

async function close(started) {
  const servers = running.get(started) ?? [];
  running.delete(started);
  await Promise.all(servers.map((server) => server.close()));
}

require('readline')
  .createInterface({ input: process.stdin })
  .on('line', (line) => (line ? close(line) : start()))
  .on('close', () => process.exit(0));

// What is in memory is written first.
process.once('SIGINT', async () => {
  await Promise.all([...running.keys()].map(close));
  process.exit(0);
});
