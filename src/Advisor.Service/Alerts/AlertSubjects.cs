using Advisor.Core.Alerting;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;

namespace Advisor.Service.Alerts;

/// <summary>Subjects of alerts.</summary>
internal static class AlertSubjects
{
    /// <summary>Creates the subject of a resource, for the team of its settings.</summary>
    public static AlertSubject Create(FleetResource resource) =>
        new(AlertSubjectKind.Resource, resource.Id, resource.Name, resource.Settings.Team ?? "", resource.Region);
}
