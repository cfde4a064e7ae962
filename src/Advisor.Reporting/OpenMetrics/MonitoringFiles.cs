namespace Advisor.Reporting.OpenMetrics;

/// <summary>Files for the monitoring that a team has, over the metrics of GET /metrics.</summary>
public static class MonitoringFiles
{
    /// <summary>Returns a dashboard of Grafana in the form that its import takes; asks for the data source of Prometheus.</summary>
    public static string ReadDashboard() => Read("grafana-dashboard.json");

    /// <summary>Returns a rule file of Prometheus: alerts about Advisor and the resources, and cost and saving by team.</summary>
    public static string ReadRules() => Read("prometheus-rules.yaml");

    private static string Read(string name)
    {
        using var stream =
            typeof(MonitoringFiles).Assembly.GetManifestResourceStream(name)
            ?? throw new InvalidOperationException($"The program does not contain {name}.");
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
