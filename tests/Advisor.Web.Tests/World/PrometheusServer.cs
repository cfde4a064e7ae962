using System.Diagnostics;
using System.Text.Json;
using System.Text.RegularExpressions;
using Advisor.Reporting.OpenMetrics;
using Advisor.Tests;

namespace Advisor.Web.Tests.World;

/// <summary>Debian's Prometheus on a free port, with the rules of Advisor, as long as this object lives.</summary>
internal sealed partial class PrometheusServer : IAsyncDisposable
{
    public const string Missing = "prometheus is not installed: run tests/run, or apt-get install prometheus";

    private readonly DebianServer server;

    private PrometheusServer(DebianServer server) => this.server = server;

    public static bool IsPresent => File.Exists("/usr/bin/prometheus") && File.Exists("/usr/bin/promtool");

    /// <summary>
    /// Starts it; it scrapes the target every second, as the Prometheus operator has it do by the ServiceMonitor: the target has labels of
    /// Kubernetes, which win over those of a metric unless it honors them.
    /// </summary>
    public static PrometheusServer Start(Uri target) =>
        new(DebianServer.Start("/usr/bin/prometheus", (folder, authority) => CreateArguments(folder, authority, target)));

    private static string[] CreateArguments(TemporaryFolder folder, string authority, Uri target)
    {
        folder.Write("rules.yaml", MonitoringFiles.ReadRules());
        var monitor = File.ReadAllText(RepositoryFiles.GetPath("deploy", "kubernetes", "servicemonitor.yaml"));
        var honors = monitor.Contains("\n      honorLabels: true\n", StringComparison.Ordinal) ? "true" : "false";
        var config = folder.Write(
            "prometheus.yml",
            $$"""
            global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
            rule_files: [rules.yaml]
            scrape_configs:
              - job_name: advisor
                honor_labels: {{honors}}
                static_configs:
                  - targets: ["{{target.Authority}}"]
                    labels: { namespace: advisor, service: advisor, pod: advisor-0, container: advisor, endpoint: http }
            """
        );
        return
        [
            $"--config.file={config}",
            $"--storage.tsdb.path={Path.Combine(folder.Path, "data")}",
            $"--web.listen-address={authority}",
            "--log.level=error",
        ];
    }

    /// <summary>Counts the series of an expression; null while the server does not answer. Fails on an invalid expression.</summary>
    public async Task<int?> CountAsync(string expression, CancellationToken cancellation)
    {
        try
        {
            using var answer = await server.Http.GetAsync(
                new Uri(server.Address, "/api/v1/query?query=" + Uri.EscapeDataString(expression)),
                cancellation
            );
            using var json = JsonDocument.Parse(await answer.Content.ReadAsStringAsync(cancellation));
            Assert.True(json.RootElement.GetProperty("status").GetString() == "success", $"{expression}: {json.RootElement}");
            return json.RootElement.GetProperty("data").GetProperty("result").GetArrayLength();
        }
        catch (Exception e) when (e is HttpRequestException or JsonException)
        {
            return null;
        }
    }

    /// <summary>Expressions of the rules, then of the dashboard with its variables set to everything.</summary>
    public static IReadOnlyList<string> ListExpressions() =>
        [
            .. ExpressionPattern().Matches(MonitoringFiles.ReadRules()).Select(match => match.Groups["text"].Value),
            .. ListPanelExpressions()
                .Select(text => text.Replace("$name", ".*", StringComparison.Ordinal).Replace("$team", ".*", StringComparison.Ordinal)),
        ];

    /// <summary>Lists the expressions of the dashboard, with its variables.</summary>
    public static IReadOnlyList<string> ListPanelExpressions()
    {
        using var dashboard = JsonDocument.Parse(MonitoringFiles.ReadDashboard());
        return
        [
            .. dashboard
                .RootElement.GetProperty("panels")
                .EnumerateArray()
                .SelectMany(panel => panel.GetProperty("targets").EnumerateArray())
                .Select(target => target.GetProperty("expr").GetString()!),
        ];
    }

    /// <summary>Runs promtool; returns its exit code and all it printed.</summary>
    public static async Task<(int Code, string Output)> RunToolAsync(
        string input,
        CancellationToken cancellation,
        params string[] arguments
    )
    {
        using var tool = Process.Start(
            new ProcessStartInfo("/usr/bin/promtool", arguments)
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
                UseShellExecute = false,
            }
        )!;
        var (output, error) = (tool.StandardOutput.ReadToEndAsync(cancellation), tool.StandardError.ReadToEndAsync(cancellation));
        await tool.StandardInput.WriteAsync(input.AsMemory(), cancellation);
        tool.StandardInput.Close();
        await tool.WaitForExitAsync(cancellation);
        return (tool.ExitCode, await output + await error);
    }

    public ValueTask DisposeAsync() => server.DisposeAsync();

    [GeneratedRegex("expr: (?<text>.*)", RegexOptions.NonBacktracking)]
    private static partial Regex ExpressionPattern();
}
