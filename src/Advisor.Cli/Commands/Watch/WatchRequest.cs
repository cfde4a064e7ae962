using Advisor.Cli.Commands.Serve;
using Advisor.Cli.Inputs;
using Advisor.Core.Settings;

namespace Advisor.Cli.Commands.Watch;

/// <summary>Request of one run of watch.</summary>
internal sealed record WatchRequest
{
    public SettingsSource Settings { get; init; } = new();

    public AzureSource Azure { get; init; } = new();

    /// <summary>The SQLite file; null = the default one, or with a loopback Azure of this process none.</summary>
    public string? StateFile { get; init; }

    /// <summary>Time between two ticks. Default: one minute.</summary>
    public TimeSpan Interval { get; init; } = TimeSpan.FromMinutes(1);

    public AdvisorMode? Mode { get; init; }

    public bool Once { get; init; }

    /// <summary>Whether to print plain lines on a terminal too.</summary>
    public bool IsPlain { get; init; }

    public bool DryRun { get; init; }

    public bool Paused { get; init; }

    /// <summary>Whether to resume applying that Advisor itself or a person has stopped.</summary>
    public bool Resume { get; init; }

    /// <summary>Simulated hours, run as fast as the machine allows; null = in real time.</summary>
    public double? Hours { get; init; }

    /// <summary>
    /// With a loopback Azure of this process: simulated minutes per minute, without an end and with no output but the address; null = in
    /// real time, or <see cref="Hours"/>.
    /// </summary>
    public double? Speed { get; init; }

    /// <summary>With <see cref="Speed"/>: whether to open the dashboard in a browser.</summary>
    public bool OpensBrowser { get; init; }

    /// <summary>Scenario file to replay; null = the ten resources.</summary>
    public string? ScenarioFile { get; init; }

    /// <summary>Webhook for notifications, in addition to the printed lines; null = none.</summary>
    public Uri? Webhook { get; init; }

    /// <summary>Where the ports below are opened. Default: this machine only.</summary>
    public ListenAddress Listen { get; init; } = ListenAddress.Loopback;

    /// <summary>
    /// Whether links that answer may be written to the output: to a terminal, and where anyone on this machine may act without them. Else
    /// it is a log, as of a container, whose readers are others than those who may act.
    /// </summary>
    public bool WritesLinks(CliContext cli) => cli.OutIsTerminal || Listen.Network is null;

    /// <summary>Port of the HTTP API; null = none.</summary>
    public int? Port { get; init; }

    /// <summary>Option that sets <see cref="Port"/>; the message about a port in use names it.</summary>
    public string PortOption { get; init; } = "--port";

    /// <summary>Port that serves GET /metrics and the probes only; null = none.</summary>
    public int? MetricsPort { get; init; }
}
