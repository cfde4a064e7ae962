using System.CommandLine;
using Advisor.Azure;
using Advisor.Cli.Commands.Evaluate;
using Advisor.Core.Fleet;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Report;

/// <summary>Options of <c>advisor report</c>, and the request they describe together.</summary>
internal sealed class ReportOptions
{
    private static readonly TimeSpan DefaultPeriod = TimeSpan.FromDays(30);

    private readonly Option<string[]> subscriptions = CreateMany(
        "--subscription",
        "ID",
        "Subscription to report (repeatable). Default: scope in advisor.yaml, else AZURE_SUBSCRIPTION_ID."
    );
    private readonly Option<string[]> groups = CreateMany("--resource-group", "NAME", "Only resources of this group (repeatable).");
    private readonly Option<string[]> tags = CreateMany("--tag", "NAME[=VALUE]", "Only resources with this tag (repeatable).");
    private readonly Option<string?> team = new("--team")
    {
        Description = "Only resources of this team (advisor.yaml, or the tag advisor-team).",
        HelpName = "NAME",
    };
    private readonly Option<TimeSpan?> since = CommonOptions.CreateDuration(
        "--since",
        "How far to look back: 1d, 7d or 30d. Default: 30d.",
        TimeSpan.FromHours(1),
        TimeSpan.FromDays(30)
    );
    private readonly Option<ReportTarget> output = new("--output", "-o")
    {
        Description = "Where it goes: html or markdown (to standard output), or a file that ends in .html or .md. Default: markdown.",
        HelpName = "html|markdown|FILE",
        CustomParser = result =>
        {
            var text = result.Tokens[0].Value;
            if (ReportTarget.Parse(text) is { } target)
            {
                return target;
            }

            result.AddError($"--output is html, markdown, or a file that ends in .html or .md, not '{UntrustedText.Plain(text)}'.");
            return null;
        },
    };
    private readonly Option<string?> state = new("--state")
    {
        Description =
            "Also list changes and alerts: the SQLite file of 'advisor watch', or the address of the table service of the Functions app.",
        HelpName = "FILE|URL",
    };
    private readonly Option<bool> local = new("--local") { Description = "Report the ten made-up resources of 'advisor demo'." };
    private readonly Option<string?> endpoint = new("--endpoint")
    {
        Description = "Report a loopback Azure that runs already ('advisor local'), such as http://127.0.0.1:5080.",
        HelpName = "URL",
    };
    private readonly Option<string?> cloud = new("--cloud") { Description = "public, usgov or china.", HelpName = "CLOUD" };
    private readonly Option<string?> rules = CommonOptions.CreateRules();
    private readonly Option<string?> config = CommonOptions.CreateConfig();

    public void AddTo(Command command)
    {
        foreach (
            var option in new Option[] { subscriptions, groups, tags, team, since, output, state, local, endpoint, cloud, rules, config }
        )
        {
            command.Options.Add(option);
        }

        command.Validators.Add(result =>
        {
            var problem =
                result.GetValue(local) && result.GetValue(endpoint) is not null
                    ? "--local starts a loopback Azure of its own: leave out --endpoint."
                : result.GetValue(cloud) is { } name && !AzureEndpoints.TryParse(name, out _)
                    ? $"--cloud takes public, usgov and china, not '{UntrustedText.Plain(name)}'."
                : result.GetValue(endpoint) is { } text ? FindEndpointProblem(text)
                : null;
            if (problem is not null)
            {
                result.AddError(problem);
            }
        });
    }

    public ReportRequest Read(ParseResult parse) =>
        new()
        {
            Evaluation = new EvaluateRequest
            {
                RulesFolder = parse.GetValue(rules),
                ConfigFile = parse.GetValue(config),
                Scope = new FleetScope
                {
                    Subscriptions = parse.GetValue(subscriptions) ?? [],
                    ResourceGroups = parse.GetValue(groups) ?? [],
                    Tags = EvaluateOptions.ParseTags(parse.GetValue(tags) ?? []),
                },
                Cloud = AzureEndpoints.TryParse(parse.GetValue(cloud), out var known) ? known : null,
                Local = parse.GetValue(local),
                Endpoint = parse.GetValue(endpoint) is { } url ? new Uri(url) : null,
                History = parse.GetValue(since) ?? DefaultPeriod,
                KeepsUsage = true,
            },
            Team = parse.GetValue(team),
            State = parse.GetValue(state),
            Target = parse.GetValue(output) ?? new ReportTarget(false, null),
        };

    private static string? FindEndpointProblem(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var url) && url.Scheme is "http" or "https"
            ? new AzureOptions { Endpoint = url }.FindProblem() is { } problem
                ? "--endpoint: " + problem
                : null
            : $"--endpoint is an address such as http://127.0.0.1:5080, not '{UntrustedText.Plain(text)}'.";

    private static Option<string[]> CreateMany(string name, string help, string description) =>
        new(name)
        {
            Description = description,
            HelpName = help,
            Arity = ArgumentArity.OneOrMore,
            AllowMultipleArgumentsPerToken = false,
        };
}
