using System.Net;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests;

public sealed class PageAssetTests
{
    [Theory]
    [InlineData("site.css", "text/css; charset=utf-8")]
    [InlineData("uPlot.min.css", "text/css; charset=utf-8")]
    [InlineData("uPlot.iife.min.js", "text/javascript; charset=utf-8")]
    [InlineData("uPlot.LICENSE.txt", "text/plain; charset=utf-8")]
    [InlineData("icon.svg", "image/svg+xml")]
    public async Task An_asset_has_its_type_and_is_kept_for_a_year_under_the_hash_of_its_content(string name, string type)
    {
        await using var world = await ApiWorld.StartAsync();
        var answer = await world.GetAsync(new Uri($"{ApiWorld.Origin}/open/assets/{PageAssets.Hash}/{name}"));
        var head = await world.SendHeadAsync(new Uri($"{ApiWorld.Origin}/open/assets/{PageAssets.Hash}/{name}"));

        Assert.Equal(
            (HttpStatusCode.OK, type, "nosniff"),
            (answer.Status, answer.Headers["Content-Type"], answer.Headers["X-Content-Type-Options"])
        );
        Assert.Equal("public, max-age=31536000, immutable", answer.Headers["Cache-Control"]);
        Assert.Equal((answer.Headers["Content-Length"], ""), (head.Headers["Content-Length"], head.Body));
        Assert.NotEmpty(answer.Body);
    }

    [Theory]
    [InlineData("0000000000000000/site.css")]
    [InlineData("HASH/none.css")]
    [InlineData("HASH/..%2Fsite.css")]
    public async Task Another_hash_and_another_name_are_not_found_and_not_kept(string path)
    {
        await using var world = await ApiWorld.StartAsync();
        var answer = await world.GetAsync(
            new Uri($"{ApiWorld.Origin}/open/assets/{path.Replace("HASH", PageAssets.Hash, StringComparison.Ordinal)}")
        );

        Assert.Equal((HttpStatusCode.NotFound, "no-store"), (answer.Status, answer.Headers["Cache-Control"]));
    }
}
