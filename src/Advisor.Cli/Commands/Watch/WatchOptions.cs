using System.CommandLine;
using System.CommandLine.Parsing;
using Advisor.Cli.Commands.Serve;
using Advisor.Cli.Inputs;
using Advisor.Core.Settings;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Watch;

/// <summary>Options of <c>advisor watch</c> and <c>advisor serve</c>, and the request they describe together.</summary>
internal sealed class WatchOptions
{
    private const string PausedVariable = "Advisor__Paused";
    private const string DryRunVariable = "Advisor__DryRun";

    private readonly FleetOptions fleet = new(
        "watch",
        "Watch a loopback Azure in this process, with ten sample resources.",
        "A running loopback Azure ('advisor local')",
        hasTags: false
    );
    private readonly Option<double?> hours = CommonOptions.CreateNumber<double>(
        "--hours",
        "With --local, or an --endpoint with a manual clock: number of simulated hours, 0.1 to 1000, as fast as possible.",
        "N",
        min: 0.1,
        max: 1000
    );
    private readonly Option<string?> scenario = new("--scenario")
    {
        Description =
            "With --local: a scenario file (JSON) instead of the ten resources, replayed as fast as possible. "
            + "docs/local-azure.md describes it.",
        HelpName = "FILE",
    };
    private readonly Option<string?> state = new("--state")
    {
        Description = $"SQLite file with the state. Default: {WatchRun.DefaultStateFile}; with --local none.",
        HelpName = "FILE",
    };
    private readonly Option<int?> interval = CommonOptions.CreateNumber<int>(
        "--interval",
        "Seconds between two ticks, 5 to 3600. Default: 60.",
        "SECONDS",
        min: 5,
        max: 3600
    );
    private readonly Option<string?> mode = new("--mode")
    {
        Description = "Mode of every resource: observe, recommend, approve, autoUp or auto.",
        HelpName = "MODE",
        CompletionSources = { "observe", "recommend", "approve", "autoUp", "auto" },
    };
    private readonly Option<bool> once = new("--once") { Description = "Run one tick, then exit." };
    private readonly Option<int?> metrics = CommonOptions.CreatePort(
        "--metrics",
        "Answer GET /metrics (OpenMetrics, for Prometheus) on this port, 1 to 65535.",
        "PORT"
    );
    private readonly Option<int?> serve = CommonOptions.CreatePort(
        "--serve",
        "Serve the dashboard, the pages and the API on this port, 1 to 65535, as 'advisor serve' does.",
        "PORT"
    );
    private readonly ListenOptions listen = new();
    private readonly Option<bool> plain = new("--plain")
    {
        Description = "Print plain lines instead of the live table, also on a terminal.",
    };
    private readonly Option<bool> dryRun = new("--dry-run")
    {
        Description = $"Apply nothing; record what would be applied. Also: {DryRunVariable}=true.",
    };
    private readonly Option<bool> paused = new("--paused")
    {
        Description = $"Kill switch: apply nothing while this runs. Also: {PausedVariable}=true.",
    };
    private readonly Option<bool> resume = new("--resume") { Description = "Resume changes after Advisor stopped because changes failed." };
    private readonly Option<string?> webhook = new("--webhook")
    {
        Description = $"POST notifications as CloudEvents to this address. Default: {WatchRun.WebhookVariable}.",
        HelpName = "URL",
    };
    private readonly SettingsOptions settings = new();

    /// <param name="command">Command to add the options to.</param>
    /// <param name="ends">True for watch, which also has --once, --hours, --scenario, --metrics, --serve and --plain.</param>
    public void AddTo(Command command, bool ends)
    {
        Option[] all =
        [
            .. fleet.All,
            state,
            interval,
            mode,
            dryRun,
            paused,
            resume,
            webhook,
            settings.Rules,
            settings.Config,
            .. listen.All,
        ];
        command.AddOptions(ends ? [.. all, hours, scenario, once, metrics, serve, plain] : all);
        command.Refuse(result =>
            FindProblem(result)
            ?? fleet.FindProblem(result)
            ?? listen.FindProblem(result)
            ?? (
                ends && listen.FindGiven(result) is { } given && result.GetResult(serve) is null && result.GetResult(metrics) is null
                    ? $"{given} requires --serve or --metrics."
                    : null
            )
        );
    }

    // The options validate their numbers; this only checks which were given.
    private string? FindProblem(CommandResult result) =>
        result.GetResult(hours) is not null && !fleet.IsLocal(result) && !fleet.HasEndpoint(result)
            ? "--hours requires --local or --endpoint."
        : result.GetValue(scenario) is not null && !fleet.IsLocal(result) ? "--scenario requires --local."
        : (result.GetResult(hours) is not null || result.GetValue(scenario) is not null) && result.GetValue(once)
            ? "--once runs one tick: omit --hours and --scenario."
        : result.GetResult(metrics) is not null && result.GetValue(once) ? "--once runs one tick, too short to be scraped: omit --metrics."
        : result.GetResult(serve) is not null && result.GetValue(once)
            ? "--once exits after one tick, before a page can be opened: omit --serve."
        : result.GetResult(serve) is not null && result.GetResult(metrics) is not null
            ? "--serve also answers GET /metrics: omit --metrics."
        : StateInput.FindAddress(result.GetValue(state)) is not null
            ? "--state is a file here: the state in a table service is that of the Functions app."
        : result.GetValue(mode) is { } text && ParseMode(text) is null
            ? $"--mode must be observe, recommend, approve, autoUp or auto, not '{text}'."
        : null;

    /// <param name="servePort">Port of the pages, where --serve is no option; null = that of --serve.</param>
    public WatchRequest Read(ParseResult parse, Func<string, string?> environment, int? servePort = null)
    {
        var (port, metricsPort) = (servePort ?? parse.GetValue(serve), parse.GetValue(metrics));
        return new WatchRequest
        {
            Azure = fleet.Read(parse),
            Hours = parse.GetValue(hours),
            ScenarioFile = parse.GetValue(scenario),
            StateFile = parse.GetValue(state),
            Interval = TimeSpan.FromSeconds(parse.GetValue(interval) ?? 60),
            Mode = parse.GetValue(mode) is { } text ? ParseMode(text) : null,
            Once = parse.GetValue(once),
            MetricsPort = metricsPort,
            Port = port,
            PortOption = serve.Name,
            Listen = port is null && metricsPort is null ? ListenAddress.Loopback : listen.Read(parse, environment),
            IsPlain = parse.GetValue(plain),
            DryRun = parse.GetValue(dryRun) || ReadFlag(environment, DryRunVariable),
            Paused = parse.GetValue(paused) || ReadFlag(environment, PausedVariable),
            Resume = parse.GetValue(resume),
            Webhook = ParseWebhook(parse.GetValue(webhook) ?? environment(WatchRun.WebhookVariable)),
            Settings = settings.Read(parse),
        };
    }

    // A misspelled kill switch must not be ignored.
    private static bool ReadFlag(Func<string, string?> environment, string variable) =>
        environment(variable) is { Length: > 0 } text
        && (
            bool.TryParse(text, out var flag)
                ? flag
                : throw CommandException.CreateUsage($"{variable} is '{UntrustedText.Sanitize(text)}'; it must be true or false.")
        );

    private static AdvisorMode? ParseMode(string text) =>
        Enum.GetValues<AdvisorMode>()
            .Cast<AdvisorMode?>()
            .FirstOrDefault(mode => string.Equals(mode.ToString(), text, StringComparison.OrdinalIgnoreCase));

    // The address may contain a secret: it is not repeated.
    private static Uri? ParseWebhook(string? text) =>
        string.IsNullOrEmpty(text) ? null
        : Uri.TryCreate(text, UriKind.Absolute, out var url)
        && (url.Scheme == Uri.UriSchemeHttps || (url.Scheme == Uri.UriSchemeHttp && url.IsLoopback))
            ? url
        : throw CommandException.CreateUsage("the webhook must be an address that begins with https:// (http:// only on this machine).");
}
