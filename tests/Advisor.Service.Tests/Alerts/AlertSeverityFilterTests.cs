using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Alerts;
using static Advisor.Service.Tests.World.RoutedWorld;

namespace Advisor.Service.Tests.Alerts;

/// <summary>Each event of an alert as a channel gets it whose minimum severity is Error.</summary>
public sealed class AlertSeverityFilterTests
{
    [Theory]
    [InlineData(AlertEventKind.Fired, null, AlertSeverity.Error, "Fired Error")]
    [InlineData(AlertEventKind.Fired, null, AlertSeverity.Warning, null)]
    [InlineData(AlertEventKind.Repeated, AlertSeverity.Error, AlertSeverity.Error, "Repeated Error")]
    [InlineData(AlertEventKind.Repeated, AlertSeverity.Warning, AlertSeverity.Warning, null)]
    [InlineData(AlertEventKind.Updated, AlertSeverity.Error, AlertSeverity.Critical, "Updated Critical")]
    [InlineData(AlertEventKind.Updated, AlertSeverity.Warning, AlertSeverity.Error, "Fired Error")]
    [InlineData(AlertEventKind.Updated, AlertSeverity.Critical, AlertSeverity.Warning, "Resolved Critical")]
    [InlineData(AlertEventKind.Updated, AlertSeverity.Info, AlertSeverity.Warning, null)]
    [InlineData(AlertEventKind.Resolved, AlertSeverity.Error, AlertSeverity.Error, "Resolved Error")]
    [InlineData(AlertEventKind.Resolved, AlertSeverity.Warning, AlertSeverity.Warning, null)]
    public void An_event_is_what_it_means_above_the_minimum_severity(
        AlertEventKind kind,
        AlertSeverity? before,
        AlertSeverity severity,
        string? expected
    )
    {
        var seen = AlertSeverityFilter.Apply(AlertSeverity.Error, CreateAlert("chat", kind, severity, before));

        Assert.Equal(expected, seen is null ? null : $"{seen.Kind} {seen.Severity}");
    }

    [Fact]
    public void An_end_names_the_severities_that_the_channel_may_have_got()
    {
        var end = CreateAlert("chat", AlertEventKind.Resolved, AlertSeverity.Error, AlertSeverity.Error) with
        {
            Severities = [AlertSeverity.Warning, AlertSeverity.Error, AlertSeverity.Critical],
        };

        Assert.Equal([AlertSeverity.Error, AlertSeverity.Critical], AlertSeverityFilter.Apply(AlertSeverity.Error, end)!.Severities);
    }
}
