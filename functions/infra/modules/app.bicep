// The app on Flex Consumption: a custom handler, the executable in the deployment package.
param name string
param planName string
param location string
param tags object
param identityId string
param identityClientId string
param storageName string
param deploymentContainer string
param insightsName string
param vaultUri string
param subscriptions array
param paused bool
param dryRun bool
param mode string
param intervalMinutes int
param useWebhook bool
param useApprovals bool
param signIn string
param dashboard string
param otlpEndpoint string
param otlpProtocol string
param useOtlpHeaders bool
param runtimeVersion string
param maximumInstanceCount int
param instanceMemoryMB int
param cloud string
param subnetId string
param zoneRedundant bool

resource storage 'Microsoft.Storage/storageAccounts@2023-05-01' existing = {
  name: storageName
}

resource insights 'Microsoft.Insights/components@2020-02-02' existing = {
  name: insightsName
}

resource plan 'Microsoft.Web/serverfarms@2024-04-01' = {
  name: planName
  location: location
  tags: tags
  kind: 'functionapp'
  sku: {
    name: 'FC1'
    tier: 'FlexConsumption'
  }
  properties: {
    reserved: true
    zoneRedundant: zoneRedundant
  }
}

resource site 'Microsoft.Web/sites@2024-04-01' = {
  name: name
  location: location
  tags: union(tags, {
    'azd-service-name': 'advisor'
  })
  kind: 'functionapp,linux'
  identity: {
    type: 'UserAssigned'
    userAssignedIdentities: {
      '${identityId}': {}
    }
  }
  properties: {
    serverFarmId: plan.id
    httpsOnly: true
    keyVaultReferenceIdentity: identityId
    virtualNetworkSubnetId: empty(subnetId) ? null : subnetId
    functionAppConfig: {
      deployment: {
        storage: {
          type: 'blobContainer'
          value: '${storage.properties.primaryEndpoints.blob}${deploymentContainer}'
          authentication: {
            type: 'UserAssignedIdentity'
            userAssignedIdentityResourceId: identityId
          }
        }
      }
      scaleAndConcurrency: {
        maximumInstanceCount: maximumInstanceCount
        instanceMemoryMB: instanceMemoryMB
      }
      runtime: {
        name: 'custom'
        version: runtimeVersion
      }
    }
    // Flex Consumption refuses most other properties here (error 51021).
    siteConfig: {
      minTlsVersion: '1.2'
    }
  }
}

var always = {
  APPLICATIONINSIGHTS_AUTHENTICATION_STRING: 'ClientId=${identityClientId};Authorization=AAD'
  APPLICATIONINSIGHTS_CONNECTION_STRING: insights.properties.ConnectionString
  AZURE_CLIENT_ID: identityClientId
  AzureWebJobsStorage__blobServiceUri: storage.properties.primaryEndpoints.blob
  AzureWebJobsStorage__clientId: identityClientId
  AzureWebJobsStorage__credential: 'managedidentity'
  AzureWebJobsStorage__queueServiceUri: storage.properties.primaryEndpoints.queue
  AzureWebJobsStorage__tableServiceUri: storage.properties.primaryEndpoints.table
  Advisor__Address: 'https://${site.properties.defaultHostName}'
  Advisor__Cloud: cloud
  Advisor__Dashboard: dashboard
  Advisor__DryRun: string(dryRun)
  Advisor__Interval: intervalMinutes == 60 ? '01:00:00' : '00:${padLeft(intervalMinutes, 2, '0')}:00'
  Advisor__Paused: string(paused)
  Advisor__SignIn: signIn
  Advisor__State__TableServiceUri: storage.properties.primaryEndpoints.table
  Advisor__Subscriptions: join(subscriptions, ',')
}

var oneMode = empty(mode) ? {} : {
  Advisor__Mode: mode
}

var webhook = useWebhook ? {
  Advisor__WebhookUrl: '@Microsoft.KeyVault(SecretUri=${vaultUri}secrets/advisor-webhook-url)'
} : {}

var approvals = useApprovals ? {
  Advisor__ApprovalKeys: '@Microsoft.KeyVault(SecretUri=${vaultUri}secrets/advisor-approval-keys)'
} : {}

var otlp = empty(otlpEndpoint) ? {} : {
  OTEL_EXPORTER_OTLP_ENDPOINT: otlpEndpoint
  OTEL_EXPORTER_OTLP_PROTOCOL: otlpProtocol
}

var otlpHeaders = useOtlpHeaders ? {
  OTEL_EXPORTER_OTLP_HEADERS: '@Microsoft.KeyVault(SecretUri=${vaultUri}secrets/advisor-otlp-headers)'
} : {}

resource settings 'Microsoft.Web/sites/config@2024-04-01' = {
  parent: site
  name: 'appsettings'
  properties: union(always, oneMode, webhook, approvals, otlp, otlpHeaders)
}

// Publishing with a user name and a password is off: deployments sign in.
resource basicFtp 'Microsoft.Web/sites/basicPublishingCredentialsPolicies@2024-04-01' = {
  parent: site
  name: 'ftp'
  properties: {
    allow: false
  }
}

resource basicScm 'Microsoft.Web/sites/basicPublishingCredentialsPolicies@2024-04-01' = {
  parent: site
  name: 'scm'
  properties: {
    allow: false
  }
}

output name string = site.name
output address string = 'https://${site.properties.defaultHostName}'
