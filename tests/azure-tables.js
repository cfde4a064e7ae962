// Microsoft's own client for tables against the storage emulator: reads the rows of a table and writes some of its own, as one JSON object on stdout.
// node azure-tables.js SERVICE ACCOUNT KEY TABLE PARTITION
//
// Over plain HTTP this client wants allowInsecureConnection, and takes the account's key as a credential of its own.
const { AzureNamedKeyCredential, TableClient, odata } = require('@azure/data-tables');

const [service, account, key, table, partition] = process.argv.slice(2);
const client = new TableClient(service, table, new AzureNamedKeyCredential(account, key), { allowInsecureConnection: true });

// The columns as the service sent them: the client's own numbers and dates would hide their types, and times below a millisecond.
const asSent = { disableTypeConversion: true };

const refusalOf = call => call.then(() => null, error => ({ status: error.statusCode, code: error.code ?? error.details?.odataError?.code }));

(async () => {
  const read = [];
  for await (const row of client.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${partition}` }, ...asSent })) read.push(row);
  const first = await client.getEntity(partition, read[0].rowKey, asSent);

  const row = (rowKey, version, at, payload) => ({
    partitionKey: partition,
    rowKey,
    V: { type: 'Int32', value: String(version) },
    At: { type: 'DateTime', value: at },
    P: { type: 'Binary', value: Buffer.from(payload).toString('base64') },
    W: 'another client',
  });
  await client.submitTransaction([
    ['create', row('js-1', 7, '2026-03-01T12:00:00.1234567Z', [0, 1, 254, 255])],
    ['create', row('js-2', 8, '2026-03-01T12:00:01Z', [])],
    ['create', row('js-3', 9, '2026-03-01T12:00:02Z', [3])],
  ]);
  const replaced = await client.updateEntity(row('js-2', 80, '2026-03-01T13:00:00Z', [2]), 'Replace');
  await client.deleteEntity(partition, 'js-3');

  const refused = {
    existing: await refusalOf(client.createEntity(row(first.rowKey, 1, '2026-03-01T12:00:00Z', []))),
    stale: await refusalOf(client.updateEntity(row(first.rowKey, 1, '2026-03-01T12:00:00Z', []), 'Replace', { etag: 'W/"datetime\'1601-01-01T00%3A00%3A00.0000000Z\'"' })),
    missing: await refusalOf(client.getEntity(partition, 'js-3')),
  };
  console.log(JSON.stringify({ read, first, replaced: replaced.etag, refused }));
})();
