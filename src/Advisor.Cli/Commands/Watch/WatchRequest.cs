using Advisor.Azure;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;

namespace Advisor.Cli.Commands.Watch;

/// <summary>What one run of watch is asked for.</summary>
internal sealed record WatchRequest
{
    public string? RulesFolder { get; init; }

    public string? ConfigFile { get; init; }

    public FleetScope Scope { get; init; } = new();

    public AzureEndpoints? Cloud { get; init; }

    public Uri? Endpoint { get; init; }

    /// <summary>The SQLite file; null = the default one, or with <see cref="Local"/> none at all.</summary>
    public string? StateFile { get; init; }

    public TimeSpan Interval { get; init; } = TimeSpan.FromMinutes(1);

    public AdvisorMode? Mode { get; init; }

    public bool Once { get; init; }

    /// <summary>Plain lines, on a terminal too.</summary>
    public bool IsPlain { get; init; }

    public bool DryRun { get; init; }

    public bool Paused { get; init; }

    /// <summary>Lifts a stop of applying that Advisor itself or a person has set.</summary>
    public bool Resume { get; init; }

    public bool Local { get; init; }

    /// <summary>Simulated hours, as fast as the machine allows; null = in real time.</summary>
    public double? Hours { get; init; }

    /// <summary>
    /// With <see cref="Local"/>: simulated minutes that pass in a minute, without an end, and nothing but the address is printed; null = in
    /// real time, or <see cref="Hours"/>.
    /// </summary>
    public double? Speed { get; init; }

    /// <summary>With <see cref="Speed"/>: whether the dashboard is opened in a browser.</summary>
    public bool OpensBrowser { get; init; }

    /// <summary>True where not even an advisor.yaml in the working folder is read.</summary>
    public bool IgnoreConfig { get; init; }

    /// <summary>The made-up day to live through; null = the ten resources.</summary>
    public string? ScenarioFile { get; init; }

    /// <summary>Where notifications go besides the lines; null = nowhere.</summary>
    public Uri? Webhook { get; init; }

    /// <summary>The port of 127.0.0.1 that the HTTP API answers on; null = there is none.</summary>
    public int? Port { get; init; }

    /// <summary>The port of 127.0.0.1 that answers GET /metrics and nothing else; null = there is none.</summary>
    public int? MetricsPort { get; init; }
}
