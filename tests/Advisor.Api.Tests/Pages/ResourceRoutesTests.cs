using System.Net;
using Advisor.Api.Tests.World;

namespace Advisor.Api.Tests.Pages;

public sealed class ResourceRoutesTests
{
    private const string Chat = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat";

    [Fact]
    public async Task Who_has_the_link_of_a_message_sees_size_decisions_and_changes()
    {
        await using var world = await ApiWorld.StartAsync();
        await world.PressAsync(await world.AskAsync(), "approve");
        await world.Service.RunAsync(8);
        var page = await world.GetAsync(ApiWorld.Links().ResourceLink(Chat, world.Now));

        Assert.Equal(HttpStatusCode.OK, page.Status);
        Assert.Contains("<strong>Standard_S1 × 3</strong>", page.Body, StringComparison.Ordinal);
        Assert.Contains("<strong>Scale out: Standard_S1 × 3</strong> <small>approved", page.Body, StringComparison.Ordinal);
        Assert.Contains("Standard_S1 × 1 to Standard_S1 × 3</strong> <small>verified", page.Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_link_is_for_its_resource_and_its_week()
    {
        await using var world = await ApiWorld.StartAsync();
        await world.AskAsync();
        var link = ApiWorld.Links().ResourceLink(Chat, world.Now);

        Assert.Equal(HttpStatusCode.NotFound, (await world.GetAsync(new Uri(link.AbsoluteUri.Replace("%2Fchat", "%2Fother", StringComparison.Ordinal)))).Status);
        Assert.Equal(HttpStatusCode.NotFound, (await world.GetAsync(ApiWorld.Links(ApiWorld.OtherKey).ResourceLink(Chat, world.Now))).Status);
        world.Service.Clock.Advance(TimeSpan.FromDays(7));
        Assert.Equal(HttpStatusCode.Gone, (await world.GetAsync(link)).Status);
    }
}
