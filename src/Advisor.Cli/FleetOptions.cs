using System.CommandLine;
using System.CommandLine.Parsing;
using Advisor.Azure;
using Advisor.Cli.Inputs;
using Advisor.Core.Fleet;
using Advisor.Core.Text;

namespace Advisor.Cli;

/// <summary>Options that select the resources of a command and the Azure they are in.</summary>
internal sealed class FleetOptions
{
    private readonly Option<string[]> subscriptions;
    private readonly Option<string[]> managementGroups = CommonOptions.CreateMany(
        "--management-group",
        "NAME",
        "Every subscription of this management group (repeatable)."
    );
    private readonly Option<bool> allSubscriptions = new("--all-subscriptions")
    {
        Description = "Every subscription that the sign-in can read.",
    };
    private readonly Option<string[]> groups = CommonOptions.CreateMany(
        "--resource-group",
        "NAME",
        "Only resources of this group (repeatable)."
    );
    private readonly Option<string[]> ids = CommonOptions.CreateMany(
        "--resource-id",
        "ID",
        "Only this resource (repeatable); needs no --subscription."
    );
    private readonly Option<string[]> tags = CommonOptions.CreateMany(
        "--tag",
        "NAME[=VALUE]",
        "Only resources with this tag (repeatable)."
    );
    private readonly Option<string?> cloud = new("--cloud") { Description = "public, usGovernment or china.", HelpName = "CLOUD" };
    private readonly Option<bool> local;
    private readonly Option<string?> endpoint;
    private readonly bool hasIds;
    private readonly bool hasTags;

    /// <param name="verb">What the command does with the resources, such as "evaluate".</param>
    /// <param name="localDescription">Description of <c>--local</c>.</param>
    /// <param name="endpointDescription">Description of <c>--endpoint</c>, without the example at its end.</param>
    /// <param name="hasIds">Whether the command has <c>--resource-id</c>.</param>
    /// <param name="hasTags">Whether the command has <c>--tag</c>.</param>
    public FleetOptions(string verb, string localDescription, string endpointDescription, bool hasIds = true, bool hasTags = true)
    {
        subscriptions = CommonOptions.CreateMany(
            "--subscription",
            "ID",
            $"Subscription to {verb} (repeatable). Default: scope in advisor.yaml, else AZURE_SUBSCRIPTION_ID."
        );
        local = new("--local") { Description = localDescription };
        endpoint = new("--endpoint") { Description = $"{endpointDescription}, such as http://127.0.0.1:5080.", HelpName = "URL" };
        cloud.CompletionSources.Add("public", "usGovernment", "china");
        (this.hasIds, this.hasTags) = (hasIds, hasTags);
    }

    /// <summary>The options, in the order of the help text.</summary>
    public IEnumerable<Option> All =>
        [
            subscriptions,
            managementGroups,
            allSubscriptions,
            groups,
            .. hasIds ? [ids] : (Option[])[],
            .. hasTags ? [tags] : (Option[])[],
            cloud,
            local,
            endpoint,
        ];

    /// <summary>Adds the options and others after them to a command, which refuses what does not fit together.</summary>
    public void AddTo(Command command, params Option[] others)
    {
        command.AddOptions([.. All, .. others]);
        command.Refuse(FindProblem);
    }

    public AzureSource Read(ParseResult parse) =>
        new()
        {
            Scope = ReadScope(parse),
            Cloud = AzureEndpoints.TryParse(parse.GetValue(cloud), out var known) ? known : null,
            Local = parse.GetValue(local),
            Endpoint = parse.GetValue(endpoint) is { } url ? new Uri(url) : null,
        };

    private FleetScope ReadScope(ParseResult parse) =>
        new()
        {
            Subscriptions = parse.GetValue(subscriptions) ?? [],
            ManagementGroups = parse.GetValue(managementGroups) ?? [],
            AllSubscriptions = parse.GetValue(allSubscriptions),
            ResourceGroups = parse.GetValue(groups) ?? [],
            ResourceIds = hasIds ? parse.GetValue(ids) ?? [] : [],
            Tags = hasTags ? ParseTags(parse.GetValue(tags) ?? []) : ParseTags([]),
        };

    /// <summary>Whether the command is about a loopback Azure of its own.</summary>
    public bool IsLocal(CommandResult result) => result.GetValue(local);

    /// <summary>Whether the command is about a loopback Azure that is already running.</summary>
    public bool HasEndpoint(CommandResult result) => result.GetValue(endpoint) is not null;

    /// <summary>Returns the first of the options that was given; null when none was.</summary>
    public string? FindGiven(CommandResult result) => All.FirstOrDefault(option => result.GetResult(option) is { Implicit: false })?.Name;

    /// <summary>Returns what is wrong with the options, before anything is read; null when nothing is.</summary>
    public string? FindProblem(CommandResult result) =>
        IsLocal(result) && HasEndpoint(result) ? "--local starts its own loopback Azure: omit --endpoint."
        : result.GetValue(cloud) is { } name && !AzureEndpoints.TryParse(name, out _)
            ? $"--cloud must be public, usGovernment or china, not '{UntrustedText.Sanitize(name)}'."
        : (result.GetValue(endpoint) is { } url ? FindEndpointProblem(url) : null) ?? FindTagProblem(result);

    private static string? FindEndpointProblem(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var url) && url.Scheme is "http" or "https"
            ? new AzureOptions { Endpoint = url }.FindProblem() is { } problem
                ? "--endpoint: " + problem
                : null
            : $"--endpoint must be an address such as http://127.0.0.1:5080, not '{UntrustedText.Sanitize(text)}'.";

    // A resource has one value of a tag: with two that differ, none is selected, or one of them would be ignored.
    private string? FindTagProblem(CommandResult result)
    {
        var repeated = (hasTags ? result.GetValue(tags) ?? [] : [])
            .Where(text => ParseTag(text).Value.Length > 0)
            .Distinct(StringComparer.OrdinalIgnoreCase)
            .GroupBy(text => ParseTag(text).Name, StringComparer.OrdinalIgnoreCase)
            .FirstOrDefault(same => same.Skip(1).Any());
        return repeated is null
            ? null
            : "a resource has one value of a tag: not both "
                + string.Join(" and ", repeated.Take(2).Select(text => $"--tag {UntrustedText.Sanitize(text)}"))
                + ".";
    }

    private static Dictionary<string, string> ParseTags(string[] texts)
    {
        var wanted = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (var (name, value) in texts.Select(ParseTag))
        {
            if (value.Length > 0 || !wanted.ContainsKey(name))
            {
                wanted[name] = value;
            }
        }

        return wanted;
    }

    /// <summary>Parses NAME or NAME=VALUE; without a value any value matches.</summary>
    private static (string Name, string Value) ParseTag(string text) =>
        text.IndexOf('=', StringComparison.Ordinal) is >= 0 and var at ? (text[..at], text[(at + 1)..]) : (text, string.Empty);
}
