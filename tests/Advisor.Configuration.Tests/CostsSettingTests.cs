using Advisor.Configuration.Rules;
using Advisor.Core.Capacity.Costs;

namespace Advisor.Configuration.Tests;

public sealed class CostsSettingTests
{
    [Theory]
    [InlineData("trustTags: all", CostSource.Estimate)]
    [InlineData("costs: estimate", CostSource.Estimate)]
    [InlineData("costs: actual", CostSource.Actual)]
    [InlineData("costs: Actual", CostSource.Actual)]
    public void Costs_are_estimates_unless_the_actual_ones_are_asked_for(string text, CostSource expected) =>
        Assert.Equal(expected, ConfigurationLoader.Parse(text, RuleSetLoader.Embedded).Configuration!.Costs);
}
