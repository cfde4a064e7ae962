// The alert that Advisor has stopped. After each completed tick Advisor writes a line that begins with advisor.heartbeat. The Functions host sends such
// lines to Application Insights as traces (category Host.Function.Console), whatever else is configured; host.json keeps them from being sampled. The
// metric of the same name arrives as a custom metric only where a collector exports it. This rule fires when neither came for 15 minutes, or for three
// intervals.
// A log rule, since a metric rule stays silent where there is no data at all.
param name string
param location string
param tags object
param insightsId string
param operatorEmail string
param intervalMinutes int

// The shortest window that Azure allows and that holds three intervals.
var window = intervalMinutes <= 5 ? 'PT15M' : intervalMinutes <= 10 ? 'PT30M' : intervalMinutes <= 15 ? 'PT45M' : intervalMinutes <= 30 ? 'PT2H' : 'PT3H'

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
    description: 'No tick has completed for three intervals or more: no resource is monitored or scaled. See the failures of the function app.'
    enabled: true
    severity: 1
    autoMitigate: true
    // The query names tables that a new Application Insights resource does not have before its first line.
    skipQueryValidation: true
    scopes: [
      insightsId
    ]
    evaluationFrequency: 'PT5M'
    windowSize: window
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
