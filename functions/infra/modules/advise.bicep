// What Advisor needs to advise: read resources, autoscale settings and metrics of a subscription. The batch call for metrics is checked on the
// subscription itself: a narrower grant works with one call for each resource.
targetScope = 'subscription'

param principalId string

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
