using Advisor.Configuration.Rules;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Tests;

namespace Advisor.Core.Tests.Fleet;

/// <summary>Where the quota of a region comes from, and which units count.</summary>
public sealed class RegionalUsageTests
{
    private const string One = "00000000-0000-4000-8000-000000000001";
    private const string Two = "00000000-0000-4000-8000-000000000002";

    private static readonly DateTimeOffset At = new(2026, 1, 5, 10, 2, 0, TimeSpan.Zero);
    private static readonly FleetScope Part = new() { Subscriptions = [One, Two], ResourceGroups = ["rg"] };

    [Fact]
    public void What_Azure_reports_precedes_the_file_and_the_file_the_default()
    {
        var rules = RuleSetLoader.Embedded with
        {
            Quotas = [new(null, "westeurope", 1000), new(One.ToUpperInvariant(), "WestEurope", 300)],
        };
        var listing = new FleetListing([Create(One, "westeurope", 2), Create(Two, "westeurope", 5), Create(One, "eastus", 1)], [])
        {
            Quotas = [new ReportedQuota(Two, "westeurope", 1500, 147, At)],
        };

        var uses = RegionalUsage.Compute(Part, listing, rules);

        Assert.Equal(
            [
                new(One, "eastus", 1, new QuotaOrigin(150, QuotaSource.Default), false),
                new(One, "westeurope", 2, new QuotaOrigin(300, QuotaSource.File), false),
                // 5 listed and 147 elsewhere.
                new(Two, "westeurope", 152, new QuotaOrigin(1500, QuotaSource.Azure, At), true),
            ],
            uses
        );
        Assert.Equal([null, null, 1348], uses.Select(use => use.Remaining));
    }

    [Fact]
    public void More_units_in_use_than_the_default_show_that_it_was_raised()
    {
        // 100 + 50 units in eastus are the default of 150; one more in westeurope is beyond it.
        var listing = new FleetListing(
            [
                Create(One, "eastus", 100),
                Create(One, "eastus", 50),
                Create(One, "westeurope", 100),
                Create(One, "westeurope", 51),
                Create(Two, "westeurope", 200),
            ],
            []
        );
        var rules = RuleSetLoader.Embedded with { Quotas = [new(Two, null, 150)] };

        var uses = RegionalUsage.Compute(new() { Subscriptions = [One, Two] }, listing, rules);

        // A limit that the user states holds, whatever is in use.
        Assert.Equal([150, QuotaOrigin.Unlimited, 150], uses.Select(use => use.Limit));
        Assert.Equal([0, QuotaOrigin.Unlimited - 151, 0], uses.Select(use => use.Remaining));
    }

    [Theory]
    [InlineData(QuotaSource.Azure, "the limit is 1,500 units, read from Azure at 10:02 UTC")]
    [InlineData(QuotaSource.File, "the limit is 1,500 units, from 'quota' of advisor.yaml")]
    [InlineData(QuotaSource.Default, "the limit is 1,500 units, the default, since Azure's usages could not be read")]
    public void A_limit_is_said_with_its_source(QuotaSource source, string expected) =>
        Assert.Equal(expected, new QuotaOrigin(1500, source, source == QuotaSource.Azure ? At : null).Describe());

    private static FleetResource Create(string subscription, string region, int units) =>
        SampleResource.Create(region, units, region, subscription: subscription);
}
