// App Service authentication in front of the app. Requests without a sign-in pass: health is for probes, /api has a key, and the program asks for a
// sign-in where it needs one. Without a secret: the registration issues id tokens.
param siteName string
param clientId string

resource site 'Microsoft.Web/sites@2024-04-01' existing = {
  name: siteName
}

resource authentication 'Microsoft.Web/sites/config@2024-04-01' = {
  parent: site
  name: 'authsettingsV2'
  properties: {
    platform: {
      enabled: true
    }
    globalValidation: {
      requireAuthentication: false
      unauthenticatedClientAction: 'AllowAnonymous'
    }
    httpSettings: {
      requireHttps: true
    }
    identityProviders: {
      azureActiveDirectory: {
        enabled: true
        registration: {
          clientId: clientId
          openIdIssuer: '${environment().authentication.loginEndpoint}${tenant().tenantId}/v2.0'
        }
      }
    }
    login: {
      tokenStore: {
        enabled: false
      }
    }
  }
}
