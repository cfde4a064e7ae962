using System.Net;

namespace Advisor.Tests;

/// <summary>Starts HTTP listeners on free ports of this machine.</summary>
internal static class LoopbackListener
{
    private const int MaxAttempts = 50;

    /// <summary>Returns a started listener and its address, which ends with a slash.</summary>
    public static (HttpListener Listener, string Address) Start()
    {
        for (var attempt = 1; ; attempt++)
        {
            // Below the ports that the system gives to those who ask for any: they are taken as soon as they are given.
            var address = $"http://127.0.0.1:{Random.Shared.Next(20_000, 32_000)}/";
            var listener = new HttpListener();
            listener.Prefixes.Add(address);
            try
            {
                listener.Start();
                return (listener, address);
            }
            catch (HttpListenerException) when (attempt < MaxAttempts)
            {
                // Another program has this port.
                listener.Close();
            }
        }
    }
}
