using System.Buffers;
using Advisor.Core.Quantities;

namespace Advisor.Core.Fleet;

/// <summary>The Azure CLI command with which a person changes a size.</summary>
public static class ResizeCommand
{
    // Azure permits parentheses and letters of other scripts in the name of a resource group; shells do not agree on how to quote them.
    private static readonly SearchValues<char> Plain = SearchValues.Create(
        "-._0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    );

    /// <summary>
    /// Returns <c>az signalr update ...</c> or <c>az webpubsub update ...</c>, the same for every shell; null for a geo-replica, which
    /// these do not resize, and for names that a shell might interpret.
    /// </summary>
    /// <remarks>
    /// Names SKU and units, also where only the units change: without <c>--sku</c>, <c>az signalr update</c> ignores <c>--unit-count</c>
    /// (signalr/custom.py of Azure/azure-cli, read 2026-11-27).
    /// </remarks>
    public static string? Create(string id, Size to) =>
        id.Split('/') is ["", _, var subscription, _, var group, _, _, var type, var name]
        && FindCommand(type) is { } command
        && Array.TrueForAll([subscription, group, name, to.Sku], IsPlain)
            ? $"az {command} update -n {name} -g {group} --subscription {subscription} --sku {to.Sku} --unit-count {to.Units}"
            : null;

    private static string? FindCommand(string type) =>
        type.Equals("SignalR", StringComparison.OrdinalIgnoreCase) ? "signalr"
        : type.Equals("WebPubSub", StringComparison.OrdinalIgnoreCase) ? "webpubsub"
        : null;

    private static bool IsPlain(string text) => text is { Length: > 0 } and [not '-', ..] && !text.AsSpan().ContainsAnyExcept(Plain);
}
