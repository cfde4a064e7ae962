// Telemetry of Advisor itself. Only the identity may write it.
param workspaceName string
param insightsName string
param location string
param tags object
param principalId string
param retentionDays int

@description('Id of a workspace that exists; empty: one is made.')
param workspaceId string

// Monitoring Metrics Publisher
var publisherRole = '3913510d-42f4-4e42-8a64-420c390055eb'

resource workspace 'Microsoft.OperationalInsights/workspaces@2023-09-01' = if (empty(workspaceId)) {
  name: workspaceName
  location: location
  tags: tags
  properties: {
    retentionInDays: retentionDays
    sku: {
      name: 'PerGB2018'
    }
  }
}

resource insights 'Microsoft.Insights/components@2020-02-02' = {
  name: insightsName
  location: location
  tags: tags
  kind: 'web'
  properties: {
    Application_Type: 'web'
    DisableLocalAuth: true
    WorkspaceResourceId: empty(workspaceId) ? workspace.id : workspaceId
  }
}

resource publisher 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(insights.id, principalId, publisherRole)
  scope: insights
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', publisherRole)
  }
}

output insightsId string = insights.id
output insightsName string = insights.name
