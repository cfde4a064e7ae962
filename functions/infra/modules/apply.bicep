// What Advisor needs to change sizes in a subscription, and nothing else: no keys, no restart, no deletion.
targetScope = 'subscription'

param principalId string
param environmentName string

resource role 'Microsoft.Authorization/roleDefinitions@2022-04-01' = {
  name: guid(subscription().id, environmentName, 'advisor-scaler')
  properties: {
    roleName: 'Advisor Scaler (${environmentName}, ${subscription().subscriptionId})'
    description: 'Reads SignalR and Web PubSub resources and changes their size.'
    type: 'CustomRole'
    assignableScopes: [
      subscription().id
    ]
    permissions: [
      {
        actions: [
          // Resources
          'Microsoft.SignalRService/SignalR/read'
          'Microsoft.SignalRService/WebPubSub/read'
          'Microsoft.SignalRService/SignalR/skus/read'
          'Microsoft.SignalRService/WebPubSub/skus/read'
          'Microsoft.SignalRService/locations/usages/read'
          'Microsoft.SignalRService/SignalR/replicas/read'
          'Microsoft.SignalRService/WebPubSub/replicas/read'
          // Metrics
          'Microsoft.Insights/metrics/read'
          'Microsoft.Insights/metricDefinitions/read'
          'Microsoft.SignalRService/SignalR/providers/Microsoft.Insights/metricDefinitions/read'
          // Azure's own autoscale, to keep out of its way
          'Microsoft.Insights/autoscaleSettings/read'
          // Size. Azure has no narrower right: that only the size is sent is held by the program.
          'Microsoft.SignalRService/SignalR/write'
          'Microsoft.SignalRService/WebPubSub/write'
          'Microsoft.SignalRService/SignalR/replicas/write'
          'Microsoft.SignalRService/WebPubSub/replicas/write'
          // Operations that run
          'Microsoft.SignalRService/locations/operationStatuses/signalr/read'
          'Microsoft.SignalRService/locations/operationresults/signalr/read'
          'Microsoft.SignalRService/locations/operationStatuses/webpubsub/read'
          'Microsoft.SignalRService/locations/operationresults/webpubsub/read'
          'Microsoft.SignalRService/SignalR/operationStatuses/read'
          'Microsoft.SignalRService/SignalR/operationResults/read'
          'Microsoft.SignalRService/WebPubSub/operationStatuses/read'
          'Microsoft.SignalRService/WebPubSub/operationResults/read'
          // The Activity Log: who else changes a size
          'Microsoft.Insights/eventtypes/values/read'
        ]
        notActions: []
        dataActions: []
        notDataActions: []
      }
    ]
  }
}

resource scaler 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(subscription().id, principalId, role.id)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: role.id
  }
}
