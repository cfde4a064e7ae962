namespace Advisor.Core.Capacity;

/// <summary>Service of a resource. Performance guide, metrics and API depend on it.</summary>
public enum ServiceKind
{
    /// <summary>Azure SignalR Service, <c>Microsoft.SignalRService/SignalR</c>.</summary>
    SignalR,

    /// <summary>Azure Web PubSub, <c>Microsoft.SignalRService/WebPubSub</c>.</summary>
    WebPubSub,
}
