using Advisor.Core.Fleet;

namespace Advisor.Core.Tests.Fleet;

public class ResizeCommandTests
{
    private const string Subscription = "00000000-0000-4000-8000-00000000ad01";

    [Theory]
    [InlineData("SignalR", "signalr")]
    [InlineData("signalr", "signalr")]
    [InlineData("WebPubSub", "webpubsub")]
    public void It_names_the_SKU_and_the_units(string type, string command) =>
        Assert.Equal(
            $"az {command} update -n chat -g chat-rg --subscription {Subscription} --sku Premium_P2 --unit-count 200",
            ResizeCommand.Create(CreateId("chat-rg", type, "chat"), new("Premium_P2", 200))
        );

    [Theory]
    [InlineData("chat (test)", "chat")]
    [InlineData("chat;reboot", "chat")]
    [InlineData("größe", "chat")]
    [InlineData("-g", "chat")]
    [InlineData("", "chat")]
    [InlineData("chat-rg", "$(reboot)")]
    [InlineData("chat-rg", "chat/replicas/east")]
    public void There_is_none_for_names_that_a_shell_might_interpret_and_for_replicas(string group, string name) =>
        Assert.Null(ResizeCommand.Create(CreateId(group, "SignalR", name), new("Standard_S1", 2)));

    [Theory]
    [InlineData("chat")]
    [InlineData("/subscriptions/1/resourceGroups/2/providers/Microsoft.Web/sites/chat")]
    public void There_is_none_for_another_id(string id) => Assert.Null(ResizeCommand.Create(id, new("Standard_S1", 2)));

    [Fact]
    public void There_is_none_for_a_SKU_that_a_shell_might_interpret() =>
        Assert.Null(ResizeCommand.Create(CreateId("chat-rg", "SignalR", "chat"), new("S1 & reboot", 2)));

    private static string CreateId(string group, string type, string name) =>
        $"/subscriptions/{Subscription}/resourceGroups/{group}/providers/Microsoft.SignalRService/{type}/{name}";
}
