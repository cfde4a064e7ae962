// Private endpoints of the storage account and the vault in a subnet of yours, with DNS zones that resolve their names there. The app reaches them
// through the network that it is integrated with.
param location string
param tags object
param token string
param subnetId string
param storageName string
param vaultName string

@description('Whether to make the private DNS zones and their links; false where a policy or a hub of yours does.')
param createDnsZones bool

resource storage 'Microsoft.Storage/storageAccounts@2023-05-01' existing = {
  name: storageName
}

resource vault 'Microsoft.KeyVault/vaults@2023-07-01' existing = {
  name: vaultName
}

// A subnet's id is that of its network and /subnets/NAME.
var networkId = split(subnetId, '/subnets/')[0]

var endpoints = [
  {
    name: 'blob'
    target: storage.id
    group: 'blob'
    zone: 'privatelink.blob.${environment().suffixes.storage}'
  }
  {
    name: 'queue'
    target: storage.id
    group: 'queue'
    zone: 'privatelink.queue.${environment().suffixes.storage}'
  }
  {
    name: 'table'
    target: storage.id
    group: 'table'
    zone: 'privatelink.table.${environment().suffixes.storage}'
  }
  {
    name: 'vault'
    target: vault.id
    group: 'vault'
    zone: 'privatelink${replace(environment().suffixes.keyvaultDns, '.vault.', '.vaultcore.')}'
  }
]

resource private 'Microsoft.Network/privateEndpoints@2023-11-01' = [for item in endpoints: {
  name: 'pe-advisor-${item.name}-${token}'
  location: location
  tags: tags
  properties: {
    subnet: {
      id: subnetId
    }
    privateLinkServiceConnections: [
      {
        name: item.name
        properties: {
          privateLinkServiceId: item.target
          groupIds: [
            item.group
          ]
        }
      }
    ]
  }
}]

resource zones 'Microsoft.Network/privateDnsZones@2020-06-01' = [for item in endpoints: if (createDnsZones) {
  name: item.zone
  location: 'global'
  tags: tags
}]

resource links 'Microsoft.Network/privateDnsZones/virtualNetworkLinks@2020-06-01' = [for (item, i) in endpoints: if (createDnsZones) {
  parent: zones[i]
  name: 'advisor-${token}'
  location: 'global'
  tags: tags
  properties: {
    registrationEnabled: false
    virtualNetwork: {
      id: networkId
    }
  }
}]

resource records 'Microsoft.Network/privateEndpoints/privateDnsZoneGroups@2023-11-01' = [for (item, i) in endpoints: if (createDnsZones) {
  parent: private[i]
  name: 'default'
  properties: {
    privateDnsZoneConfigs: [
      {
        name: item.name
        properties: {
          privateDnsZoneId: zones[i].id
        }
      }
    ]
  }
  dependsOn: [
    links[i]
  ]
}]
