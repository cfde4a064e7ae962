using System.CommandLine;
using System.Globalization;
using Advisor.Azure;
using Advisor.Cli.Watching;
using Advisor.Core.Scaling;
using Advisor.Runtime.Fleet;

namespace Advisor.Cli.Commands;

/// <summary><c>advisor watch</c>: the service on one machine, with its state in one file.</summary>
public static class WatchCommand
{
    private const string Help = """
        Watch resources minute by minute on this machine: decide, remember, and do what their mode permits. Ctrl+C ends it; the next run goes on from there.

        A mode per resource comes from advisor.yaml and tags: observe, recommend (default), approve, autoUp, auto. --mode overrides all of them.
        Prints a line for each decision that matters and for each change.

        Examples:
          ten made-up resources, sized automatically, ten hours in a minute; needs nothing at all
            advisor watch --local --mode auto --hours 10
          a subscription, recommendations only
            advisor watch --subscription 00000000-0000-0000-0000-000000000000
          from a scheduler of your own
            advisor watch --once --state /var/lib/advisor/state.db
        """;

    public static Command Create(CliEdge edge)
    {
        var subscriptions = Many("--subscription", "ID", "Subscription to watch (repeatable). Default: scope in advisor.yaml, else AZURE_SUBSCRIPTION_ID.");
        var groups = Many("--resource-group", "NAME", "Only resources of this group (repeatable).");
        var ids = Many("--resource-id", "ID", "Only this resource (repeatable); needs no --subscription.");
        var cloud = new Option<string?>("--cloud") { Description = "public, usgov or china.", HelpName = "CLOUD" };
        var endpoint = new Option<string?>("--endpoint") { Description = "A loopback Azure that runs already ('advisor local'), such as http://127.0.0.1:5080.", HelpName = "URL" };
        var local = new Option<bool>("--local") { Description = "Watch a loopback Azure in this process, with ten made-up resources." };
        var hours = new Option<double?>("--hours") { Description = "With --local, or an --endpoint whose clock stands: so many simulated hours, 0.1 to 1000, as fast as this machine allows.", HelpName = "N" };
        var scenario = new Option<string?>("--scenario")
        {
            Description = "With --local: a made-up day as JSON instead of the ten resources; its hours pass as fast as this machine allows. docs/local-azure.md has the form.",
            HelpName = "FILE",
        };
        var state = new Option<string?>("--state") { Description = $"SQLite file with the state. Default: {WatchRun.DefaultStateFile}; with --local none.", HelpName = "FILE" };
        var interval = new Option<int?>("--interval") { Description = "Seconds between two ticks, 5 to 3600. Default: 60.", HelpName = "SECONDS" };
        var mode = new Option<string?>("--mode") { Description = "Mode of every resource: observe, recommend, approve, autoUp or auto.", HelpName = "MODE" };
        var once = new Option<bool>("--once") { Description = "One tick, then end." };
        var dryRun = new Option<bool>("--dry-run") { Description = "Apply nothing; record what would be." };
        var paused = new Option<bool>("--paused") { Description = "Kill switch: apply nothing while this runs." };
        var resume = new Option<bool>("--resume") { Description = "Go on applying after Advisor stopped because changes failed." };
        var webhook = new Option<string?>("--webhook") { Description = $"POST notifications as CloudEvents to this address. Default: {WatchRun.WebhookVariable}.", HelpName = "URL" };
        var rules = CommonOptions.Rules();
        var config = CommonOptions.Config();
        var command = new Command("watch", Help)
        {
            subscriptions, groups, ids, cloud, endpoint, local, hours, scenario, state, interval, mode, once, dryRun, paused, resume, webhook, rules, config,
        };
        command.Validators.Add(result =>
        {
            var problem = result.GetValue(hours) is { } n && ((!result.GetValue(local) && result.GetValue(endpoint) is null) || n is not (>= 0.1 and <= 1000))
                    ? "--hours is 0.1 to 1000 and belongs to --local or --endpoint."
                : result.GetValue(scenario) is not null && !result.GetValue(local) ? "--scenario belongs to --local."
                : (result.GetValue(hours) is not null || result.GetValue(scenario) is not null) && result.GetValue(once) ? "--once is one tick: leave out --hours and --scenario."
                : result.GetValue(local) && result.GetValue(endpoint) is not null ? "--local starts a loopback Azure of its own: leave out --endpoint."
                : result.GetValue(interval) is < 5 or > 3600 ? $"--interval is 5 to 3600 seconds, not {result.GetValue(interval)}."
                : result.GetValue(mode) is { } text && ModeOf(text) is null ? $"--mode knows observe, recommend, approve, autoUp and auto, not '{text}'."
                : result.GetValue(cloud) is { } name && !AzureCloud.TryParse(name, out _) ? $"--cloud knows public, usgov and china, not '{name}'."
                : result.GetValue(endpoint) is { } url && EndpointProblem(url) is { } wrong ? wrong
                : null;
            if (problem is not null)
            {
                result.AddError(problem);
            }
        });
        command.SetAction((parse, cancellation) => WatchRun.RunAsync(
            edge,
            new WatchRequest
            {
                Scope = new FleetScope
                {
                    Subscriptions = parse.GetValue(subscriptions) ?? [],
                    ResourceGroups = parse.GetValue(groups) ?? [],
                    ResourceIds = parse.GetValue(ids) ?? [],
                },
                Cloud = AzureCloud.TryParse(parse.GetValue(cloud), out var known) ? known : null,
                Endpoint = parse.GetValue(endpoint) is { } url ? new Uri(url) : null,
                Local = parse.GetValue(local),
                Hours = parse.GetValue(hours),
                ScenarioFile = parse.GetValue(scenario),
                StateFile = parse.GetValue(state),
                Interval = TimeSpan.FromSeconds(parse.GetValue(interval) ?? 60),
                Mode = parse.GetValue(mode) is { } text ? ModeOf(text) : null,
                Once = parse.GetValue(once),
                DryRun = parse.GetValue(dryRun),
                Paused = parse.GetValue(paused) || edge.Environment("Advisor__Paused") is { } set && bool.TryParse(set, out var on) && on,
                Resume = parse.GetValue(resume),
                Webhook = WebhookOf(parse.GetValue(webhook) ?? edge.Environment(WatchRun.WebhookVariable)),
                RulesFolder = parse.GetValue(rules),
                ConfigFile = parse.GetValue(config),
            },
            cancellation));
        return command;
    }

    private static AdvisorMode? ModeOf(string text) =>
        Enum.GetValues<AdvisorMode>().Cast<AdvisorMode?>().FirstOrDefault(mode => string.Equals(mode.ToString(), text, StringComparison.OrdinalIgnoreCase));

    // The address may carry a secret: it is not repeated.
    private static Uri? WebhookOf(string? text) => string.IsNullOrEmpty(text) ? null
        : Uri.TryCreate(text, UriKind.Absolute, out var url) && (url.Scheme == Uri.UriSchemeHttps || (url.Scheme == Uri.UriSchemeHttp && url.IsLoopback)) ? url
        : throw new CommandException(ExitCodes.Usage, "the webhook is an address that begins with https:// (http:// only on this machine).");

    private static string? EndpointProblem(string text) => Uri.TryCreate(text, UriKind.Absolute, out var url) && url.Scheme is "http" or "https"
        ? new AzureOptions { Endpoint = url }.Problem() is { } problem ? "--endpoint: " + problem : null
        : string.Create(CultureInfo.InvariantCulture, $"--endpoint is an address such as http://127.0.0.1:5080, not '{text}'.");

    private static Option<string[]> Many(string name, string help, string description) => new(name)
    {
        Description = description,
        HelpName = help,
        Arity = ArgumentArity.OneOrMore,
        AllowMultipleArgumentsPerToken = false,
    };
}
