// Advisor as an Azure Functions app, with what it needs and nothing more. `azd up` deploys it from the root of the repository.
targetScope = 'subscription'

@minLength(1)
@maxLength(40)
@description('Name of the azd environment: part of every name, and a tag.')
param environmentName string

@description('Region of the app and of its data, such as westeurope. The watched resources may be anywhere.')
param location string

@description('Ids, separated by commas, of the subscriptions that are watched; the deploying one where none is given. Monitoring Reader is granted on each.')
param watchedSubscriptions string = ''

@description('Ids, separated by commas, of the subscriptions in which Advisor may change sizes, by the custom role; they are watched as well. None by default: then it only advises.')
param applySubscriptions string = ''

@description('Grants Cost Management Reader on each watched subscription, which costs: actual of advisor.yaml needs.')
param readCosts bool = false

@description('Stops all changes, whatever the modes of the resources.')
param paused bool = false

@description('Records what would be changed, and changes nothing.')
param dryRun bool = false

@allowed([
  ''
  'observe'
  'recommend'
  'approve'
  'autoUp'
  'auto'
])
@description('One mode for all resources; empty: those of advisor.yaml and of tags.')
param mode string = ''

@allowed([
  1
  2
  5
  10
  15
  30
  60
])
@description('Minutes between two looks at a resource. The alert on a stopped Advisor waits for three of them.')
param intervalMinutes int = 1

@description('E-mail address that learns when Advisor itself stops; empty: the rule fires and sends no mail.')
param operatorEmail string = ''

@description('Whether the vault holds the secret advisor-webhook-url, the address that notifications go to.')
param useWebhook bool = false

@description('Whether the vault holds the secret advisor-approval-keys, which signs the links of approvals.')
param useApprovals bool = false

@allowed([
  'off'
  'record'
  'require'
])
@description('What App Service authentication in front of the app is worth; off where there is none. Its headers are trusted only otherwise.')
param signIn string = 'off'

@allowed([
  'signIn'
  'open'
  'off'
])
@description('Who may read the pages of the fleet at /pages: signIn, signed-in users; open, anyone who reaches the app, read-only; off, no one.')
param dashboard string = 'signIn'

@description('Where telemetry goes by OTLP, such as https://collector.example:4317; empty: nowhere.')
param otlpEndpoint string = ''

@allowed([
  'grpc'
  'http/protobuf'
])
@description('How it goes there.')
param otlpProtocol string = 'grpc'

@description('Whether the vault holds the secret advisor-otlp-headers, which the collector requires.')
param useOtlpHeaders bool = false

@description('Version of the Functions runtime named custom. `az functionapp list-flexconsumption-runtimes --location <region> --runtime custom` prints it.')
param runtimeVersion string = '1.0'

@minValue(1)
@maxValue(1000)
@description('Most instances at once: bounds the calls that Advisor makes to Azure.')
param maximumInstanceCount int = 40

@allowed([
  512
  2048
  4096
])
@description('Memory of an instance in MB.')
param instanceMemoryMB int = 2048

@description('Id of a subnet, delegated to Microsoft.App/environments, that the app calls out through; its name has no underscore. Empty: no network.')
param appSubnetId string = ''

@description('Id of a subnet for private endpoints of storage and vault, in the network of appSubnetId or one that it is peered with; empty: none. With both subnets the storage account is closed to public networks.')
param endpointSubnetId string = ''

@description('Whether to make the private DNS zones of these endpoints; false where a policy or a hub of yours does.')
param createDnsZones bool = true

@description('Whether the app and its data are spread over the zones of the region. Cannot be changed later.')
param zoneRedundant bool = false

@description('Client id of an app registration in this tenant: turns on App Service authentication with it, requests without a sign-in included. Empty: no authentication.')
param signInClientId string = ''

@description('Id of a Log Analytics workspace of yours; empty: one of its own.')
param workspaceId string = ''

@minValue(30)
@maxValue(730)
@description('Days that a workspace of its own keeps telemetry. The audit trail is kept in tables by a setting of its own.')
param logRetentionDays int = 30

var tags = {
  'azd-env-name': environmentName
}
// Behind authentication that is set up here, its headers can be trusted.
var trustedSignIn = signIn == 'off' && !empty(signInClientId) ? 'record' : signIn
var cloud = environment().name == 'AzureUSGovernment' ? 'usGovernment' : environment().name == 'AzureChinaCloud' ? 'china' : 'public'
var token = toLower(uniqueString(subscription().id, environmentName, location))
var appliedIds = filter(split(replace(toLower(applySubscriptions), ' ', ''), ','), id => !empty(id))
var watchedIds = filter(split(replace(toLower(watchedSubscriptions), ' ', ''), ','), id => !empty(id))
// union takes each id once.
var applied = union(appliedIds, appliedIds)
var watched = union(empty(watchedIds) ? [
  toLower(subscription().subscriptionId)
] : watchedIds, appliedIds)

resource group 'Microsoft.Resources/resourceGroups@2024-03-01' = {
  name: 'rg-advisor-${environmentName}'
  location: location
  tags: tags
}

module identity 'modules/identity.bicep' = {
  name: 'identity'
  scope: group
  params: {
    name: 'id-advisor-${token}'
    location: location
    tags: tags
  }
}

module storage 'modules/storage.bicep' = {
  name: 'storage'
  scope: group
  params: {
    name: 'stadvisor${token}'
    location: location
    tags: tags
    principalId: identity.outputs.principalId
    zoneRedundant: zoneRedundant
    // An app outside the network could not reach it.
    closed: !empty(endpointSubnetId) && !empty(appSubnetId)
  }
}

module monitoring 'modules/monitoring.bicep' = {
  name: 'monitoring'
  scope: group
  params: {
    workspaceName: 'log-advisor-${token}'
    insightsName: 'appi-advisor-${token}'
    location: location
    tags: tags
    principalId: identity.outputs.principalId
    retentionDays: logRetentionDays
    workspaceId: workspaceId
  }
}

module vault 'modules/vault.bicep' = {
  name: 'vault'
  scope: group
  params: {
    name: 'kv-adv-${token}'
    location: location
    tags: tags
    principalId: identity.outputs.principalId
  }
}

module app 'modules/app.bicep' = {
  name: 'app'
  scope: group
  params: {
    name: 'func-advisor-${token}'
    planName: 'plan-advisor-${token}'
    location: location
    tags: tags
    identityId: identity.outputs.id
    identityClientId: identity.outputs.clientId
    storageName: storage.outputs.name
    deploymentContainer: storage.outputs.deploymentContainer
    insightsName: monitoring.outputs.insightsName
    vaultUri: vault.outputs.uri
    subscriptions: watched
    paused: paused
    dryRun: dryRun
    mode: mode
    intervalMinutes: intervalMinutes
    useWebhook: useWebhook
    useApprovals: useApprovals
    signIn: trustedSignIn
    cloud: cloud
    subnetId: appSubnetId
    zoneRedundant: zoneRedundant
    dashboard: dashboard
    otlpEndpoint: otlpEndpoint
    otlpProtocol: otlpProtocol
    useOtlpHeaders: useOtlpHeaders
    runtimeVersion: runtimeVersion
    maximumInstanceCount: maximumInstanceCount
    instanceMemoryMB: instanceMemoryMB
  }
}

module authentication 'modules/authentication.bicep' = if (!empty(signInClientId)) {
  name: 'authentication'
  scope: group
  params: {
    siteName: app.outputs.name
    clientId: signInClientId
  }
}

module network 'modules/network.bicep' = if (!empty(endpointSubnetId)) {
  name: 'network'
  scope: group
  params: {
    location: location
    tags: tags
    token: token
    subnetId: endpointSubnetId
    storageName: storage.outputs.name
    vaultName: vault.outputs.name
    createDnsZones: createDnsZones
  }
}

module heartbeat 'modules/heartbeat.bicep' = {
  name: 'heartbeat'
  scope: group
  params: {
    name: 'advisor-stopped-${token}'
    location: location
    tags: tags
    insightsId: monitoring.outputs.insightsId
    operatorEmail: operatorEmail
    intervalMinutes: intervalMinutes
  }
}

// A deployment has its name for itself in a whole subscription: another environment that watches the same one, in another region, is refused there
// (InvalidDeploymentLocation) unless its deployment has another name.
module advise 'modules/advise.bicep' = [for id in watched: {
  name: 'advise-${token}-${id}'
  scope: subscription(id)
  params: {
    principalId: identity.outputs.principalId
    readCosts: readCosts
  }
}]

module apply 'modules/apply.bicep' = [for id in applied: {
  name: 'apply-${token}-${id}'
  scope: subscription(id)
  params: {
    principalId: identity.outputs.principalId
    environmentName: environmentName
  }
}]

output AZURE_LOCATION string = location
output AZURE_RESOURCE_GROUP string = group.name
output ADVISOR_FUNCTION_APP string = app.outputs.name
output ADVISOR_ADDRESS string = app.outputs.address
output ADVISOR_IDENTITY_PRINCIPAL_ID string = identity.outputs.principalId
output ADVISOR_KEY_VAULT string = vault.outputs.name
output ADVISOR_TABLE_SERVICE_URI string = storage.outputs.tableServiceUri
