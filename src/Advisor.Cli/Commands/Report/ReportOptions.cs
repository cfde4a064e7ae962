using System.CommandLine;
using System.CommandLine.Parsing;
using Advisor.Cli.Commands.Evaluate;
using Advisor.Cli.Inputs;
using Advisor.Core.Text;

namespace Advisor.Cli.Commands.Report;

/// <summary>Options of <c>advisor report</c>, and the request they describe together.</summary>
internal sealed class ReportOptions
{
    private static readonly TimeSpan DefaultPeriod = TimeSpan.FromDays(30);

    private readonly FleetOptions fleet = new(
        "report",
        "Report ten sample resources of a loopback Azure in this process.",
        "Report a running loopback Azure ('advisor local')",
        hasIds: false
    );
    private readonly Option<string?> team = new("--team")
    {
        Description = "Only resources of this team (advisor.yaml, or the tag advisor-team).",
        HelpName = "NAME",
    };
    private readonly Option<TimeSpan?> since = CommonOptions.CreateDuration(
        "--since",
        "How far to look back, such as 1d, 7d or 30d. Default: 30d.",
        TimeSpan.FromHours(1),
        TimeSpan.FromDays(30)
    );
    private readonly Option<ReportTarget> output = new("--output", "-o")
    {
        Description = "Output: html or markdown (to standard output), or a file that ends in .html or .md. Default: markdown.",
        HelpName = "html|markdown|FILE",
        CustomParser = result =>
        {
            var text = result.Tokens[0].Value;
            if (ReportTarget.Parse(text) is { } target)
            {
                return target;
            }

            result.AddError($"--output must be html, markdown, or a file that ends in .html or .md, not '{UntrustedText.Sanitize(text)}'.");
            return null;
        },
    };
    private readonly Option<string?> state = new("--state")
    {
        Description =
            "Also list changes and alerts: the SQLite file of 'advisor watch', or the address of the table service of the Functions app.",
        HelpName = "FILE|URL",
    };
    private readonly Option<string?> send = new("--send")
    {
        Description = "Mail this report defined in advisor.yaml now, with its team, window, channel and recipients.",
        HelpName = "NAME",
    };
    private readonly SettingsOptions settings = new();

    public void AddTo(Command command)
    {
        fleet.AddTo(command, team, since, output, state, send, settings.Rules, settings.Config);
        command.Refuse(FindSendProblem);
    }

    private string? FindSendProblem(CommandResult result) =>
        result.GetValue(send) is not null
        && new Option[] { team, since, output }.FirstOrDefault(option => result.GetResult(option) is not null) is { } given
            ? $"--send takes team and window from the report in advisor.yaml and writes no file: omit {given.Name}."
            : null;

    public ReportRequest Read(ParseResult parse) =>
        new()
        {
            Evaluation = new EvaluateRequest
            {
                Settings = settings.Read(parse),
                Azure = fleet.Read(parse),
                History = parse.GetValue(since) ?? DefaultPeriod,
                KeepsUsage = true,
            },
            Team = parse.GetValue(team),
            State = parse.GetValue(state),
            Send = parse.GetValue(send),
            Target = parse.GetValue(output) ?? new ReportTarget(false, null),
        };
}
