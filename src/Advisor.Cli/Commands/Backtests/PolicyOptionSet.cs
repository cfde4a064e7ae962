using System.CommandLine;
using System.Numerics;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Core.Text;
using Advisor.Lab.Replays;
using Advisor.Lab.Scenarios;

namespace Advisor.Cli.Commands.Backtests;

/// <summary>Options about what is compared: <c>--policy</c> and <c>--without</c>.</summary>
internal sealed class PolicyOptionSet
{
    private readonly Option<string[]> policy = new("--policy")
    {
        Description = $"What to compare: all (the default), or some of {string.Join(", ", PolicyNames)}.",
        HelpName = "NAME",
        AllowMultipleArgumentsPerToken = true,
    };

    private readonly Option<string[]> without = new("--without")
    {
        Description = $"Leave out parts of Advisor's policy to see what each is worth: {string.Join(", ", PartNames)}.",
        HelpName = "PART",
        AllowMultipleArgumentsPerToken = true,
    };

    private static IEnumerable<string> PolicyNames =>
        PolicyCatalog.Baselines.Select(p => p.Name).Concat([PolicyCatalog.Best, PolicyCatalog.Advisor]);

    private static IEnumerable<string> PartNames =>
        Enum.GetValues<PolicyParts>().Where(part => BitOperations.IsPow2((int)part)).Select(EnumText.ToCamelCase);

    /// <summary>The options, in the order of the help text.</summary>
    public IReadOnlyList<Option> All => [policy, without];

    /// <exception cref="CommandException">A name is not a policy.</exception>
    /// <param name="settings">Returns the settings of a scenario's resource from an instant on.</param>
    public IReadOnlyList<PolicyEntry> Read(ParseResult parse, RuleSet rules, Func<Scenario, DateTimeOffset, ResourceSettings> settings)
    {
        var left = BacktestArguments.ListNames(parse.GetValue(without), "--without", PartNames);
        var parts = Enum.GetValues<PolicyParts>()
            .Where(part => left.Contains(part.ToCamelCase(), StringComparer.OrdinalIgnoreCase))
            .Aggregate(PolicyParts.All, (rest, part) => rest & ~part);
        rules = rules with { Policy = rules.Policy with { Parts = parts } };
        IReadOnlyList<PolicyEntry> all = [.. PolicyCatalog.Baselines, PolicyCatalog.BestPlan, PolicyCatalog.CreateAdvisor(rules, settings)];
        var names = BacktestArguments.ListNames(parse.GetValue(policy), "--policy", PolicyNames);
        return names.Count == 0 ? all : [.. all.Where(p => names.Contains(p.Name))];
    }
}
