// What Advisor needs to advise: read resources, autoscale settings and metrics of a subscription. The batch call for metrics is checked on the
// subscription itself: a narrower grant works with one call for each resource.
targetScope = 'subscription'

param principalId string

// Whether advisor.yaml has costs: actual.
param readCosts bool

// Monitoring Reader
var readerRole = '43d0d8ad-25c7-4714-9337-8ba259a9fe05'

resource reader 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(subscription().id, principalId, readerRole)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', readerRole)
  }
}

// Cost Management Reader
var costRole = '72fafb9e-0641-4937-9268-a91bfd8191a3'

resource costReader 'Microsoft.Authorization/roleAssignments@2022-04-01' = if (readCosts) {
  name: guid(subscription().id, principalId, costRole)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', costRole)
  }
}
