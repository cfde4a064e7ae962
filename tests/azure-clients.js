// Microsoft's own clients against the loopback Azure: every operation that they have and it answers, as one JSON object of operation and result on stdout.
// node azure-clients.js ENDPOINT SUBSCRIPTION START END (of the metrics, ISO 8601; START to END is at most an hour)
//
// The clients are as they come: Azure's addresses, a credential of their own kind. They refuse to send a token over plain HTTP, so the last policy before the
// transport, after the one that signs, turns each request to the loopback address, keeps Azure's name in the Host header and allows the insecure connection.
const { SignalRManagementClient } = require('@azure/arm-signalr');
const { WebPubSubManagementClient } = require('@azure/arm-webpubsub');
const { MonitorClient } = require('@azure/arm-monitor');
const { MetricsClient } = require('@azure/monitor-query-metrics');

const [endpoint, subscription, start, end] = process.argv.slice(2);
const credential = { getToken: async () => ({ token: 'loopback', expiresOnTimestamp: Date.now() + 3_600_000 }) };
const loopback = {
  name: 'loopback',
  sendRequest(request, next) {
    const azure = new URL(request.url);
    request.headers.set('host', azure.host);
    request.url = new URL(endpoint).origin + azure.pathname + azure.search;
    request.allowInsecureConnection = true;
    return next(request);
  },
};

function toLoopback(client) {
  client.pipeline.addPolicy(loopback, { afterPhase: 'Sign' });
  return client;
}

async function all(pages) {
  const found = [];
  for await (const one of pages) found.push(one);
  return found;
}

const results = {};
async function run(operation, call) {
  try {
    results[operation] = (await call()) ?? null;
  } catch (error) {
    results[operation] = { error: error.message, code: error.code, status: error.statusCode };
  }
}

// The two services have clients alike. A change is sent and followed to its end by the client itself.
async function resources(name, operations, usages) {
  await run(`${name}.listBySubscription`, () => all(operations.listBySubscription()));
  const found = results[`${name}.listBySubscription`];
  if (!found.length) return [];
  const group = found[0].id.split('/')[4];
  const resource = found[0].name;
  await run(`${name}.listByResourceGroup`, () => all(operations.listByResourceGroup(group)));
  await run(`${name}.get`, () => operations.get(group, resource));
  await run(`${name}.get of none`, () => operations.get(group, 'none'));
  await run(`${name}.listSkus`, () => operations.listSkus(group, resource));
  await run(`${name}.usages`, () => all(usages.list(found[0].location)));
  const sku = { name: found[0].sku.name, tier: found[0].sku.tier, capacity: found[0].sku.capacity + 1 };
  await run(`${name}.update`, () => operations.beginUpdateAndWait(group, resource, { location: found[0].location, sku }, { updateIntervalInMs: 10 }));
  await run(`${name}.get after`, () => operations.get(group, resource));
  await run(`${name}.update beyond the sizes`, () =>
    operations.beginUpdateAndWait(group, resource, { location: found[0].location, sku: { ...sku, capacity: 11 } }, { updateIntervalInMs: 10 }));
  return found;
}

async function monitor(found) {
  const client = toLoopback(new MonitorClient(credential, subscription));
  const id = found[0].id.slice(1); // this client puts the slash before it
  const asked = { timespan: `${start}/${end}`, interval: 'PT1M', metricnames: 'ServerLoad,ConnectionCount', aggregation: 'Maximum' };
  await run('monitor.metrics.list', () => client.metrics.list(id, asked));
  await run('monitor.metrics.list by duration', () => client.metrics.list(id, { ...asked, timespan: 'PT15M' }));
  await run('monitor.metrics.list split', () =>
    client.metrics.list(id, { ...asked, metricnames: 'ConnectionCount', filter: "Endpoint eq '*'" }));
  await run('monitor.metrics.list of an unknown metric', () => client.metrics.list(id, { ...asked, metricnames: 'Nonsense' }));
  await run('monitor.metricDefinitions.list', () => all(client.metricDefinitions.list(id)));
  await run('monitor.metricNamespaces.list', () => all(client.metricNamespaces.list(id)));
  await run('monitor.autoscaleSettings.listBySubscription', () => all(client.autoscaleSettings.listBySubscription()));
  const [setting] = results['monitor.autoscaleSettings.listBySubscription'];
  const group = setting?.id.split('/')[4];
  await run('monitor.autoscaleSettings.listByResourceGroup', () => all(client.autoscaleSettings.listByResourceGroup(group)));
  await run('monitor.autoscaleSettings.get', () => client.autoscaleSettings.get(group, setting.name));
}

async function batches(found, type) {
  const region = found[0].location.toLowerCase().replaceAll(' ', '');
  const client = toLoopback(new MetricsClient(`https://${region}.metrics.monitor.azure.com`, credential));
  const ids = found.filter(one => one.location === found[0].location).map(one => one.id);
  const window = { startTime: new Date(start), endTime: new Date(end), interval: 'PT1M' };
  const ask = (names, aggregation) => client.queryResources(ids, names, type, { ...window, aggregation });
  await run(`batch ${type} levels`, () => ask(['ServerLoad', 'ConnectionQuotaUtilization'], 'Maximum,Average'));
  await run(`batch ${type} totals`, () => ask(['InboundTraffic', 'OutboundTraffic'], 'Total'));
  await run(`batch ${type} mixed`, () => ask(['ServerLoad', 'InboundTraffic'], 'Maximum,Total'));
  await run(`batch ${type} split`, () =>
    client.queryResources(ids, ['ConnectionCloseCount'], type, { ...window, aggregation: 'Total', filter: "ConnectionCloseCategory eq 'Normal'" }));
}

(async () => {
  const signalR = toLoopback(new SignalRManagementClient(credential, subscription));
  const webPubSub = toLoopback(new WebPubSubManagementClient(credential, subscription));
  const signalRs = await resources('signalR', signalR.signalR, signalR.usages);
  const webPubSubs = await resources('webPubSub', webPubSub.webPubSub, webPubSub.usages);
  const premium = webPubSubs.find(one => one.sku.tier === 'Premium');
  await run('webPubSub.replicas', () => all(webPubSub.webPubSubReplicas.list(premium.id.split('/')[4], premium.name)));
  const [replica] = results['webPubSub.replicas'];
  const path = [premium.id.split('/')[4], premium.name, replica.name];
  await run('webPubSub.replica', () => webPubSub.webPubSubReplicas.get(...path));
  await run('webPubSub.replica update', () =>
    webPubSub.webPubSubReplicas.beginUpdateAndWait(...path,
      { location: replica.location, sku: { ...replica.sku, capacity: 2 } }, { updateIntervalInMs: 10 }));
  const east = toLoopback(new MetricsClient(`https://${replica.location}.metrics.monitor.azure.com`, credential));
  await run('batch of replicas', () =>
    east.queryResources([replica.id], ['ServerLoad'], 'Microsoft.SignalRService/WebPubSub/replicas',
      { startTime: new Date(start), endTime: new Date(end), interval: 'PT1M', aggregation: 'Maximum' }));
  await monitor(signalRs);
  await batches(signalRs, 'Microsoft.SignalRService/SignalR');
  await batches(webPubSubs, 'Microsoft.SignalRService/WebPubSub');
  console.log(JSON.stringify(results));
})();
