using System.CommandLine;
using System.CommandLine.Parsing;
using Advisor.Cli.Inputs;
using Advisor.Core.Text;
using Advisor.Service.Evaluation;

namespace Advisor.Cli.Commands.Evaluate;

/// <summary>Options of <c>advisor evaluate</c>, and the request they describe together.</summary>
internal sealed class EvaluateOptions
{
    private readonly FleetOptions fleet = new(
        "evaluate",
        "Evaluate ten sample resources of a loopback Azure in this process.",
        "Evaluate a running loopback Azure ('advisor local')"
    );
    private readonly Option<string?> resource = new("--resource")
    {
        Description = "File with the output of 'az signalr show' or 'az webpubsub show'; with --metrics, no sign-in is needed.",
        HelpName = "FILE",
    };
    private readonly Option<string?> metrics = new("--metrics")
    {
        Description = "File with the output of 'az monitor metrics list --interval PT1M' for it.",
        HelpName = "FILE",
    };
    private readonly Option<TimeSpan?> since = CommonOptions.CreateDuration(
        "--since",
        "How far to look back, such as 1h, 14d or 30d. Default: 14d, in coarser buckets before the last hour.",
        TimeSpan.FromMinutes(5),
        TimeSpan.FromDays(30)
    );
    private readonly Option<string[]> failOn = CommonOptions.CreateMany(
        "--fail-on",
        "WHAT",
        "Exit with code 8 when a condition is met (repeatable): recommendation; overload, a limit above its target; "
            + "blocked, an overload that Advisor cannot fix by scaling; "
            + "saving>100, scale-ins that would save more than 100 a month."
    );
    private readonly Option<string[]> whatIf = CommonOptions.CreateMany(
        "--what-if",
        "CHANGE",
        "Also show the steady size, utilization and cost of another load or size (repeatable): connections=+30%, messages=-20%, "
            + "connections=12000 (at the peak), units=4, sku=Premium_P1, or several joined by commas. "
            + "Messages scale with the connections unless stated."
    );
    private readonly Option<ReportFilter> only = CreateChoice<ReportFilter>(
        "--only",
        "Show only these resources; the summary still counts all of them:"
    );
    private readonly Option<ReportOrder> sort = CreateChoice<ReportOrder>(
        "--sort",
        "Order of the resources. Default: overloads first, then savings; discovery order for JSON and CSV. Or:"
    );
    private readonly Option<bool> wide = CommonOptions.CreateWide();
    private readonly Option<string?> explain = new("--explain")
    {
        Description = "Show every number of one resource (name or id) and the table row it comes from.",
        HelpName = "RESOURCE",
    };
    private readonly Option<OutputFormat> output = CommonOptions.CreateOutput(
        OutputFormat.Text,
        OutputFormat.Json,
        OutputFormat.Markdown,
        OutputFormat.Csv,
        OutputFormat.Focus
    );
    private readonly SettingsOptions settings = new();

    public void AddTo(Command command)
    {
        command.AddOptions([
            .. fleet.All,
            resource,
            metrics,
            since,
            failOn,
            whatIf,
            only,
            sort,
            wide,
            explain,
            output,
            settings.Rules,
            settings.Config,
        ]);
        command.Refuse(result => FindProblem(result) ?? fleet.FindProblem(result));
    }

    public EvaluateRequest Read(ParseResult parse)
    {
        return new EvaluateRequest
        {
            Format = parse.GetValue(output),
            Settings = settings.Read(parse),
            Azure = fleet.Read(parse),
            ResourceFile = parse.GetValue(resource),
            MetricsFile = parse.GetValue(metrics),
            History = parse.GetValue(since) ?? FleetEvaluator.DefaultHistory,
            FailOn = [.. (parse.GetValue(failOn) ?? []).Select(text => FailCondition.Parse(text)!)],
            WhatIf = [.. (parse.GetValue(whatIf) ?? []).Select(text => WhatIfArgument.Parse(text)!)],
            Only = parse.GetValue(only),
            Sort = parse.GetValue(sort),
            ShowsBars = parse.GetValue(wide),
            Explain = parse.GetValue(explain),
        };
    }

    private string? FindProblem(CommandResult result) =>
        Array.Find(result.GetValue(whatIf) ?? [], text => WhatIfArgument.Parse(text) is null) is { } unread
            ? $"--what-if must be {WhatIfArgument.Known}, not '{UntrustedText.Sanitize(unread)}'."
        : result.GetValue(resource) is null != result.GetValue(metrics) is null ? "--resource and --metrics must be used together."
        : result.GetValue(resource) is not null
        && (fleet.FindGiven(result) ?? (result.GetValue(since) is null ? null : since.Name)) is { } given
            ? $"--resource and --metrics are all that is read: omit {given}."
        : Array.Find(result.GetValue(failOn) ?? [], text => FailCondition.Parse(text) is null) is { } unknown
            ? $"--fail-on must be {FailCondition.Known}, not '{UntrustedText.Sanitize(unknown)}'."
        : null;

    // The first value of the enumeration applies without the option, and has no name on the command line.
    private static Option<T> CreateChoice<T>(string name, string description)
        where T : struct, Enum
    {
        var words = Enum.GetValues<T>().Skip(1).Select(value => (value.ToString().ToLowerInvariant(), value)).ToArray();
        return CommonOptions.CreateChoice(name, $"{description} {string.Join(", ", words.Select(word => word.Item1))}.", words);
    }
}
