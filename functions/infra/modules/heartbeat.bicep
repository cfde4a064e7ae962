// Who watches Advisor: after each completed sweep it sends the metric advisor.heartbeat, and writes a log line that begins with the same word.
// This rule fires when neither came for a quarter of an hour. A log rule, since a metric rule stays silent where there is no data at all.
param name string
param location string
param tags object
param insightsId string
param operatorEmail string

resource operators 'Microsoft.Insights/actionGroups@2023-01-01' = {
  name: name
  location: 'global'
  tags: tags
  properties: {
    enabled: true
    groupShortName: 'advisor'
    emailReceivers: empty(operatorEmail) ? [] : [
      {
        name: 'operator'
        emailAddress: operatorEmail
        useCommonAlertSchema: true
      }
    ]
  }
}

resource stopped 'Microsoft.Insights/scheduledQueryRules@2023-12-01' = {
  name: name
  location: location
  tags: tags
  kind: 'LogAlert'
  properties: {
    displayName: 'Advisor has stopped'
    description: 'No sweep over the fleet was completed for 15 minutes: nothing is watched and nothing is scaled. See the failures of the function app.'
    enabled: true
    severity: 1
    autoMitigate: true
    scopes: [
      insightsId
    ]
    evaluationFrequency: 'PT5M'
    windowSize: 'PT15M'
    criteria: {
      allOf: [
        {
          query: 'union isfuzzy=true (customMetrics | where name == "advisor.heartbeat" | project timestamp), (traces | where message startswith "advisor.heartbeat" | project timestamp)'
          timeAggregation: 'Count'
          operator: 'LessThan'
          threshold: 1
          failingPeriods: {
            numberOfEvaluationPeriods: 1
            minFailingPeriodsToAlert: 1
          }
        }
      ]
    }
    actions: {
      actionGroups: [
        operators.id
      ]
    }
  }
}
