using System.Text.RegularExpressions;
using Advisor.Tests;
using Advisor.Web.SignIn;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests.Shared;

/// <summary>The pages as they are sent, with what is random left out.</summary>
public sealed partial class PageGoldenTests
{
    [Fact]
    public async Task The_pages_of_an_approval()
    {
        await using var world = await ApiWorld.StartAsync();
        var link = await world.RequestApprovalAsync();
        AssertGolden("approval.html", link, await world.GetAsync(link));
        AssertGolden("approved.html", link, await world.PressAsync(link, "approve"));
        AssertGolden("not-found.html", link, await world.GetAsync(new Uri(ApiWorld.Origin + "/open/approvals/1?t=2")));
    }

    [Fact]
    public async Task The_page_of_an_approval_that_waits_for_a_sign_in()
    {
        await using var world = await ApiWorld.StartAsync(SignInMode.Require);
        var link = await world.RequestApprovalAsync();
        AssertGolden("approval-sign-in.html", link, await world.GetAsync(link));
    }

    private static void AssertGolden(string name, Uri link, Answer answer) =>
        Golden.AssertMatches(
            "Advisor.Web.Tests",
            name,
            FormTokenPattern()
                .Replace(answer.Flat.Replace("><", ">\n<", StringComparison.Ordinal) + "\n", "name=\"f\" value=\"FORM\"")
                .Replace(PageAssets.Hash, "HASH", StringComparison.Ordinal)
                .Replace(link.AbsolutePath, "/open/approvals/ID", StringComparison.Ordinal)
                .Replace(Uri.EscapeDataString(link.PathAndQuery), "LINK", StringComparison.Ordinal)
                .Replace(link.Query.Replace("?t=", "", StringComparison.Ordinal), "TOKEN", StringComparison.Ordinal)
        );

    [GeneratedRegex("name=\"f\" value=\"[^\"]+\"", RegexOptions.None, 10_000)]
    private static partial Regex FormTokenPattern();
}
