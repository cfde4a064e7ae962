using Advisor.Core.Alerting;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Service.Notifications;

namespace Advisor.Service.Alerts;

/// <summary>Subjects of alerts.</summary>
internal static class AlertSubjects
{
    /// <summary>Creates the subject of a resource, for the team of its settings.</summary>
    public static AlertSubject Create(FleetResource resource) =>
        new(AlertSubjectKind.Resource, resource.Id, resource.Name, resource.Settings.Team ?? "", resource.Region);

    /// <summary>
    /// Returns the subject with the team that is notified, which silences and messages name: the default team where its settings name none
    /// or one that is not configured. Alerts about a channel go to the teams of other channels.
    /// </summary>
    public static AlertSubject Route(this AlertSubject subject, NotificationRouting routing)
    {
        if (subject.Kind == AlertSubjectKind.Channel)
        {
            return subject;
        }

        var team = routing.FindTeam(subject.Team, out var isUnknown);
        return subject with { Team = team.Name, UnknownTeam = isUnknown ? subject.Team : subject.UnknownTeam };
    }
}
