using System.CommandLine;
using Advisor.Reporting.OpenMetrics;

namespace Advisor.Cli.Commands;

/// <summary><c>advisor metrics dashboards|rules</c>: prints what Grafana and Prometheus need to show the metrics of Advisor.</summary>
public static class MetricsCommand
{
    private const string DashboardHelp = """
        Print a Grafana dashboard (JSON) over the metrics of Advisor: cost, saving, utilization, units, forecast, alerts.

        Examples:
          into a file that Grafana imports or is provisioned with
            advisor metrics dashboards > advisor-dashboard.json
        """;

    private const string RulesHelp = """
        Print a rule file (YAML) of Prometheus: alerts about Advisor and the resources, and cost and saving by team.

        Examples:
          into a file that rule_files of prometheus.yml names
            advisor metrics rules > /etc/prometheus/advisor-rules.yaml
        """;

    public static Command Create(CliContext cli) =>
        new("metrics", "Files for Grafana and Prometheus over the metrics that 'serve', 'watch --metrics' and the app answer.")
        {
            CreatePrint(cli, "dashboards", DashboardHelp, MonitoringFiles.ReadDashboard),
            CreatePrint(cli, "rules", RulesHelp, MonitoringFiles.ReadRules),
        };

    private static Command CreatePrint(CliContext cli, string name, string help, Func<string> read)
    {
        var command = new Command(name, help);
        command.SetAction(_ =>
        {
            cli.Out.Write(read());
            return ExitCodes.Success;
        });
        return command;
    }
}
