using Advisor.Configuration.Resources;
using Advisor.Configuration.Rules;
using Advisor.Core.Capacity;
using Advisor.Core.Settings;

namespace Advisor.Configuration.Tests.Resources;

/// <summary>Anyone with permission to tag may write any text: a number of a tag is finite, or the tag is ignored.</summary>
public sealed class TagNumberTests
{
    public static TheoryData<string, string> NumbersThatAreNotFinite { get; } =
        new(
            from form in new[]
            {
                ("advisor-targets", "serverLoad:{0}"),
                ("advisor-targets", "routing:{0}"),
                ("advisor-workload", "echo:{0}"),
                ("advisor-workload", "echo:1:{0}"),
                ("advisor-min-units", "{0}"),
                ("advisor-max-units", "{0}"),
                ("advisor-max-step", "{0}"),
                ("advisor-lead-minutes", "{0}"),
                ("advisor-monthly-budget", "{0} USD"),
                ("advisor-steady-max-overload", "{0}"),
                ("advisor-steady-max-overload", "{0}%"),
                ("advisor-min-saving", "{0}"),
                ("advisor-min-saving", "{0}%"),
            }
            from number in new[] { "NaN", "-NaN", "Infinity", "-Infinity", "∞", "1e999", "1E-999", new string('9', 400) }
            select (form.Item1, string.Format(null, form.Item2, number))
        );

    [Theory]
    [MemberData(nameof(NumbersThatAreNotFinite))]
    public void A_number_that_is_not_finite_costs_its_tag_only(string name, string value)
    {
        var result = Resolve(name, value);

        Assert.Equal("tag " + name, Assert.Single(result.Problems).Source);
        Assert.Equal(
            Resolve("environment", "test").Settings with
            {
                Windows = [],
            },
            result.Settings with
            {
                Windows = [],
                UnreadableTag = null,
                HasUnreadableBudget = false,
            }
        );
    }

    private static SettingsResult Resolve(string name, string value) =>
        AdvisorConfiguration
            .CreateDefault(RuleSetLoader.Embedded)
            .ResolveSettings(
                ConfigurationLoaderTests.Chat,
                ServiceKind.SignalR,
                new Dictionary<string, string> { [name] = value },
                ConfigurationLoaderTests.Now,
                TimeSpan.FromHours(1)
            );
}
